import { navigation } from '@/content/navigation'
import { paths, type SectionId } from '@/paths'
import { Link, usePathname } from '@/router'
import { SectionLink, scrollToTop } from './section-link'

type NavigationLinksProps = {
  /** Classes of every link. */
  className: string
  /** The home-page section in view, whose link is marked instead of Home. */
  current?: SectionId | undefined
  onNavigate?: () => void
}

/** The site's links as list items, in the contract's order; the link of the current page is marked. */
export function NavigationLinks({ className, current, onNavigate }: NavigationLinksProps) {
  const pathname = usePathname()
  return navigation.map((item) => (
    <li key={item.label}>
      {'section' in item ? (
        <SectionLink
          section={item.section}
          className={className}
          current={item.section === current}
          onNavigate={onNavigate}
        >
          {item.label}
        </SectionLink>
      ) : (
        <Link
          to={item.to}
          className={className}
          aria-current={pathname === item.to && !current ? 'page' : undefined}
          onClick={(event) => {
            // On the home page the router would jump to the top; the contract scrolls there.
            const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
            if (item.to === paths.home.href && pathname === item.to && plain) {
              event.preventDefault()
              scrollToTop()
            }
            onNavigate?.()
          }}
        >
          {item.label}
        </Link>
      )}
    </li>
  ))
}
