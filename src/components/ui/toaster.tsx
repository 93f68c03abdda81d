import type { CSSProperties } from 'react'
import { Toaster as SonnerToaster } from 'sonner'

export { toast } from 'sonner'

// A message never covers what is fixed to the bottom of the page.
const above = (distance: number) => ({ bottom: `calc(${distance}px + var(--reserved-bottom, 0px))` })

// Sonner's own text colours miss the contrast of WCAG AA on its own grounds.
const readable = { '--success-text': '#17702a', '--error-text': '#a3231b', '--info-text': '#1d4f91' } as CSSProperties

/** The list of messages: 4 s each, three at once, 14 px apart, bottom right (contract, point 9). */
export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-right"
      duration={4_000}
      visibleToasts={3}
      gap={14}
      offset={above(24)}
      mobileOffset={above(16)}
      theme="light"
      richColors
      style={readable}
    />
  )
}
