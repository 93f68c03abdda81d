import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths, type SectionId, sections } from '@/paths'

/** The last home-page section to have reached the middle of the view; on pages of projects, theirs. */
export const useCurrentSection = (): SectionId | undefined => {
  const { pathname } = useLocation()
  const [current, setCurrent] = useState<SectionId>()

  useEffect(() => {
    setCurrent(undefined)
    if (pathname !== paths.home.href) return
    const targets = Object.values(sections).flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      () => {
        const passed = targets.filter((target) => target.getBoundingClientRect().top < window.innerHeight / 2)
        setCurrent(passed.at(-1)?.id as SectionId | undefined)
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const target of targets) observer.observe(target)
    return () => observer.disconnect()
  }, [pathname])
  return /^\/projects?(?:\/|$)/.test(pathname) ? sections.projects : current
}
