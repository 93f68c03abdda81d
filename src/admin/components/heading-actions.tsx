import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Id of the element beside the dashboard's heading. */
export const HEADING_ACTIONS = 'heading-actions'

/** Shows a section's own actions beside the dashboard's heading. */
export function HeadingActions({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => setContainer(document.getElementById(HEADING_ACTIONS)), [])
  return container && createPortal(children, container)
}
