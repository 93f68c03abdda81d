import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasModifier } from '@/components/link'
import { lazyModule } from '@/lib/lazy-module'
import { sections } from '@/paths'

const content = lazyModule(() => import('./why-choose-us'))

const prerendered = (): string | undefined =>
  import.meta.env.SSR ? undefined : document.getElementById(sections.about)?.innerHTML

/** Fetches the section's words unless the page has them: a prerendered page's script does not repeat them. */
export const loadWhyChooseUs = async (): Promise<void> => {
  if (prerendered() === undefined) await content.load()
}

// Marks the steps of the dig whose words have come into view, for browsers whose CSS cannot follow scrolling.
const useReachedSteps = () =>
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries)
          target.parentElement?.toggleAttribute('data-reached', isIntersecting || boundingClientRect.top < 0)
      },
      { rootMargin: '0px 0px -41%' },
    )
    for (const words of document.querySelectorAll('.dig-words')) observer.observe(words)
    return () => observer.disconnect()
  }, [])

/** Why to choose us, as the page came with it or, when it was walked to, from `loadWhyChooseUs`. */
export function WhyChooseUsSection() {
  const [html] = useState(prerendered)
  const section = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useReachedSteps()
  // For the way back, which may come without a connection.
  useEffect(() => content.prefetch, [])
  useEffect(() => {
    const place = section.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (!link || hasModifier(event)) return
      event.preventDefault()
      void navigate(link.pathname + link.hash)
    }
    place?.addEventListener('click', follow)
    return () => place?.removeEventListener('click', follow)
  }, [navigate])
  const WhyChooseUs = content.loaded()?.WhyChooseUs
  const shown =
    html === undefined
      ? { children: WhyChooseUs && <WhyChooseUs /> }
      : { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true }
  return <section ref={section} id={sections.about} tabIndex={-1} className="py-20 lg:py-28" {...shown} />
}
