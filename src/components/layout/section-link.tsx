import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { hasModifier } from '@/components/link'
import { paths, SECTION_SCROLL_DELAY_MS, type SectionId, sectionHref, sections } from '@/paths'

const behavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

// The router would jump to the section.
const showInUrl = (href: string) => window.history.replaceState(window.history.state, '', href)

/** Scrolls to the top and drops the hash. */
export const scrollToTop = (): void => {
  window.scrollTo({ top: 0, behavior: behavior() })
  showInUrl(window.location.pathname)
}

const scrollTo = (id: SectionId) => {
  const section = document.getElementById(id)
  if (!section) return
  section.scrollIntoView({ behavior: behavior() })
  section.focus({ preventScroll: true })
  showInUrl(sectionHref(id))
}

/** Returns a function that opens a home-page section. */
export const useGoToSection = (): ((id: SectionId) => void) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (id) => {
    // Open menus and panels release the focus within a frame.
    if (pathname === paths.home.href) requestAnimationFrame(() => scrollTo(id))
    else void navigate(paths.home.href, { state: { section: id } })
  }
}

const isSection = (id: unknown): id is SectionId => Object.values<unknown>(sections).includes(id)

/** Scrolls to the section requested by another page. */
export const useRequestedSection = (): void => {
  const { key, state } = useLocation()
  const requested: unknown = useNavigationType() === 'POP' ? undefined : state?.section
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit may request the same section.
  useEffect(() => {
    if (!isSection(requested)) return
    const timer = setTimeout(() => scrollTo(requested), SECTION_SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [key, requested])
}

type SectionLinkProps = {
  section: SectionId
  className?: string | undefined
  current?: boolean
  onNavigate?: (() => void) | undefined
  children: ReactNode
}

export function SectionLink({ section, className, current = false, onNavigate, children }: SectionLinkProps) {
  const goToSection = useGoToSection()
  const { pathname } = useLocation()
  return (
    <a
      href={sectionHref(section)}
      className={className}
      aria-current={current ? (pathname === paths.home.href ? 'location' : 'true') : undefined}
      onClick={(event) => {
        if (hasModifier(event)) return
        event.preventDefault()
        onNavigate?.()
        goToSection(section)
      }}
    >
      {children}
    </a>
  )
}
