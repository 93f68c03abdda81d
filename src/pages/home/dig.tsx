import { type CSSProperties, useEffect, useRef } from 'react'
import { Picture } from '@/components/picture'
import images from '@/content/dig/images.json'

/** Of the images, in their order: the depth reached is in metres below the street. */
const steps = [
  { name: 'Look', depth: 1.7 },
  { name: 'Hold', depth: 3.7 },
  { name: 'Dig', depth: 7 },
  { name: 'Line', depth: 7 },
]

const SIZES = '(min-width: 64rem) min(60vw, 46rem), (min-width: 40rem) 45vw, min(92vw, 100vw - 2.5rem)'

/** Marks the steps that have passed the middle of the screen, where CSS cannot follow the scrolling itself (dig.css). */
const useReachedSteps = () => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (CSS.supports('animation-timeline: view()')) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries)
          target.toggleAttribute('data-reached', isIntersecting || boundingClientRect.top < 0)
      },
      { rootMargin: '0px 0px -35%' },
    )
    for (const step of list.current?.querySelectorAll('.dig-words') ?? []) observer.observe(step)
    return () => observer.disconnect()
  }, [])
  return list
}

/** How a basement is built: on wide screens one picture that stays while its steps pass, else each step below its picture. */
export function Dig() {
  return (
    <ol ref={useReachedSteps()} aria-label="How a basement is built" className="dig">
      {steps.map(({ name, depth }, index) => {
        const image = images[index]
        if (!image) return null
        return (
          <li key={name}>
            <div className="dig-picture">
              <Picture image={image} sizes={SIZES} className="aspect-[4/3] w-full object-cover" />
              <div aria-hidden className="dig-scale" style={{ '--reached': depth } as CSSProperties}>
                <span>{depth.toFixed(1)} m</span>
              </div>
            </div>
            <div className="dig-words">
              <h3>
                {index + 1}. {name}
              </h3>
              <p>{image.description}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
