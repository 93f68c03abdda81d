import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

export const HEADING_ACTIONS = 'heading-actions'

export function HeadingActions({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => setContainer(document.getElementById(HEADING_ACTIONS)), [])
  return container && createPortal(children, container)
}
