import type { MouseEvent } from 'react'
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router-dom'

// React Router warns in browsers without view transitions.
const hasViewTransitions = () => !import.meta.env.SSR && 'startViewTransition' in document

/** Whether a click may open a new tab or download. */
export const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** Internal link with a view transition, if supported. */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition={hasViewTransitions()} {...props} />
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition={hasViewTransitions()} {...props} />
}
