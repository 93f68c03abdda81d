import { type CSSProperties, useEffect } from 'react'
import { Picture } from '@/components/picture'
import images from '@/content/dig/images.json'
import { house, steps } from '@/content/dig/steps'

const SIZES = '(min-width: 64rem) min(60vw, 46rem), (min-width: 40rem) 45vw, min(92vw, 100vw - 2.5rem)'

// Marks steps in view, for browsers without scroll-driven animations.
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

export function Dig() {
  useReachedSteps()
  return (
    <>
      {house.text && <p className="mt-5 max-w-prose text-lg text-concrete-700">{house.text}</p>}
      <ol aria-label="How a basement is built" className="dig">
        {steps.map(({ name, depth, weeks, nextDoor, signedOff }, index) => {
          const image = images[index]
          if (!image) return null
          return (
            <li
              key={name}
              style={{ '--reached': depth, '--step': `--step-${index + 1}`, '--at': index } as CSSProperties}
            >
              <div className="dig-picture">
                <Picture image={image} sizes={SIZES} className="aspect-[4/3] w-full rounded-card object-cover" />
                <div aria-hidden className="dig-scale">
                  <span>{`${depth} m`}</span>
                </div>
              </div>
              <div className="dig-words">
                <div>
                  <h3>{`${index + 1}. ${name}`}</h3>
                  <p>{image.description}</p>
                  <p>
                    <b>Next door</b>
                    {`: ${nextDoor}`}
                    <br />
                    <b>Signed off by</b>
                    {` ${signedOff}`}
                  </p>
                  {house.text && <p>{`Weeks ${weeks}${house.sample ? ' (sample)' : ''}`}</p>}
                </div>
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}
