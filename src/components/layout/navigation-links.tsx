import { useLocation } from 'react-router-dom'
import { hasModifier, Link, NavLink } from '@/components/link'
import { navigation, paths, type SectionId } from '@/paths'
import { SectionLink, scrollToTop } from './section-link'

type NavigationLinksProps = {
  className: string
  current?: SectionId | undefined
  onNavigate?: (() => void) | undefined
}

function HomeLink({ label, className, current, onNavigate }: NavigationLinksProps & { label: string }) {
  const isOpen = useLocation().pathname === paths.home.href
  return (
    <Link
      to={paths.home.href}
      className={className}
      aria-current={isOpen && !current ? 'page' : undefined}
      onClick={(event) => {
        // The router would jump instead of scrolling.
        if (isOpen && !hasModifier(event)) {
          event.preventDefault()
          scrollToTop()
        }
        onNavigate?.()
      }}
    >
      {label}
    </Link>
  )
}

export function NavigationLinks({ className, current, onNavigate }: NavigationLinksProps) {
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
      ) : item.to === paths.home.href ? (
        <HomeLink label={item.label} className={className} current={current} onNavigate={onNavigate} />
      ) : (
        <NavLink to={item.to} className={className} onClick={onNavigate}>
          {item.label}
        </NavLink>
      )}
    </li>
  ))
}
