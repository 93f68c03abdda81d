import { type CSSProperties, useEffect } from 'react'
import { Picture } from '@/components/picture'
import images from '@/content/dig/images.json'

// In the order of the images. `depth`: metres below the street.
const steps = [
  { name: 'Look', depth: '1.7' },
  { name: 'Hold', depth: '3.7' },
  { name: 'Dig', depth: '7.0' },
  { name: 'Line', depth: '7.0' },
]

const SIZES = '(min-width: 64rem) min(60vw, 46rem), (min-width: 40rem) 45vw, min(92vw, 100vw - 2.5rem)'

// Marks the steps whose words have come into view, for browsers whose CSS cannot follow scrolling.
const useReachedSteps = () =>
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries)
          target.parentElement?.toggleAttribute('data-reached', isIntersecting || boundingClientRect.top < 0)
      },
      { rootMargin: '0px 0px -59%' },
    )
    for (const words of document.querySelectorAll('.dig-words')) observer.observe(words)
    return () => observer.disconnect()
  }, [])

/** How a basement is built: on wide screens one picture beside the steps, else each step below its own. */
export function Dig() {
  useReachedSteps()
  return (
    <ol aria-label="How a basement is built" className="dig">
      {steps.map(({ name, depth }, index) => {
        const image = images[index]
        if (!image) return null
        return (
          <li key={name}>
            <div className="dig-picture">
              <Picture image={image} sizes={SIZES} className="aspect-[4/3] w-full object-cover" />
              <div aria-hidden className="dig-scale" style={{ '--reached': depth } as CSSProperties}>
                <span>{depth} m</span>
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
