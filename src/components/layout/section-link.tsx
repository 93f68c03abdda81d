import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths, SECTION_SCROLL_DELAY_MS, type SectionId, sectionHref } from '@/paths'

const scrollTo = (id: SectionId) => {
  const section = document.getElementById(id)
  if (!section) return
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
  // The keyboard goes on from the section, not from the link that led there.
  section.focus({ preventScroll: true })
  // The address names the section for sharing and reloading; the router need not know, since nothing is rendered anew.
  window.history.replaceState(window.history.state, '', sectionHref(id))
}

/** Returns a function that brings the visitor to a home-page section, by way of the home page when on another one. */
export const useGoToSection = (): ((id: SectionId) => void) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (id) => {
    // A frame later, an open menu or panel has let go of the focus.
    if (pathname === paths.home.href) return void requestAnimationFrame(() => scrollTo(id))
    void Promise.resolve(navigate(paths.home.href)).then(() => {
      setTimeout(() => scrollTo(id), SECTION_SCROLL_DELAY_MS)
    })
  }
}

type SectionLinkProps = {
  section: SectionId
  className?: string | undefined
  onNavigate?: (() => void) | undefined
  children: ReactNode
}

/** A link to a home-page section that scrolls smoothly; a plain link where JavaScript has not loaded. */
export function SectionLink({ section, className, onNavigate, children }: SectionLinkProps) {
  const goToSection = useGoToSection()
  return (
    <a
      href={sectionHref(section)}
      className={className}
      onClick={(event) => {
        // Let the browser open new tabs and windows by itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onNavigate?.()
        goToSection(section)
      }}
    >
      {children}
    </a>
  )
}
