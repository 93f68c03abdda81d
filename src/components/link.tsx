import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router-dom'

// React Router warns in browsers that cannot animate the change of pages; reduced motion is the style sheet's business.
const hasViewTransitions = () => !import.meta.env.SSR && 'startViewTransition' in document

/** A link within the site, which cross-fades to the next page where the browser can. */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition={hasViewTransitions()} {...props} />
}

/** The same for a list of pages: the link to the open one carries `aria-current`. */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition={hasViewTransitions()} {...props} />
}
