import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths, type SectionId, sections } from '@/paths'

/** The home-page section in the middle of the view; undefined above the first one and on other pages. */
export const useCurrentSection = (): SectionId | undefined => {
  const { pathname } = useLocation()
  const [current, setCurrent] = useState<SectionId>()

  useEffect(() => {
    setCurrent(undefined)
    if (pathname !== paths.home.href) return
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        setCurrent(Object.values(sections).find((id) => inView.has(id)))
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const id of Object.values(sections)) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [pathname])
  return current
}
