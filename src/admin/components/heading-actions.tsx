import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Where a section's own actions show: beside the heading of the dashboard. */
export const HEADING_ACTIONS = 'heading-actions'

/** Shows what acts on a whole section beside the heading. */
export function HeadingActions({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => setContainer(document.getElementById(HEADING_ACTIONS)), [])
  return container && createPortal(children, container)
}
