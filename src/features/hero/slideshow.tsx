import type { Publication } from '@contract/publication'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { SlideMedia } from './slide-media'
import { getPublishedSlides, type SavedSlides, type Slide, useSlides } from './use-slides'
import { useSlideshow } from './use-slideshow'

const getUploadedSrc = (slide: Slide) =>
  slide.type === 'site' && slide.image.base === undefined ? slide.image.src : undefined

const isVideo = (slide: Slide | undefined) =>
  slide?.type === 'saved' ? slide.slide.type === 'video' : slide?.video !== undefined

type SlideshowProps = { publication: Publication; saved?: SavedSlides | undefined }

export function Slideshow({ publication: newest, saved }: SlideshowProps) {
  const [publication, setPublication] = useState(newest)
  // The slide from which a new publication fades in.
  const [last, setLast] = useState<Slide>()
  const { slides, drop } = useSlides(publication, saved)
  const showNextPublication = () => {
    setLast(slides[current])
    setPublication(newest)
  }
  const next = newest === publication ? [] : getPublishedSlides(newest)
  const isTakenDown = (slide: Slide) =>
    getUploadedSrc(slide) && !next.some((other) => getUploadedSrc(other) === getUploadedSrc(slide))
  const { current, reached, playing, paused, togglePaused, show, stage } = useSlideshow(
    slides.length,
    newest === publication ? undefined : showNextPublication,
    slides.some(isTakenDown),
  )
  // Before hydration, later slides would compete with the first.
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])

  const several = slides.length > 1
  // The first new slide while it loads, or the last old one.
  const extra = next[0] ?? last
  const layers = extra && !slides.some(({ key }) => key === extra.key) ? [...slides, extra] : slides

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Pictures of our work"
      className="relative md:absolute md:top-0 md:right-0 md:bottom-14 md:w-[68%]"
    >
      <div ref={stage} className="hero-picture relative h-full overflow-hidden">
        {layers.map((slide, index) => {
          const shown = index === current
          if (!shown && slide !== extra && !(started && index <= reached + 1)) return null
          return (
            <div
              key={slide.key}
              aria-hidden={!shown}
              className={cn(
                'h-full transition-opacity duration-700',
                index > 0 && 'absolute inset-0',
                shown ? 'opacity-100' : 'opacity-0',
              )}
            >
              <SlideMedia
                slide={slide}
                first={index === 0}
                started={started}
                playing={shown && playing}
                onBroken={() => drop(slide)}
              />
            </div>
          )
        })}
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-center bg-topsoil text-paper [--ring:#5fd070] md:[--ring:initial] print:hidden empty:md:hidden md:absolute md:top-4 md:right-4 md:flex-col md:rounded-full md:bg-paper/85 md:py-1.5 md:text-ink">
        {started &&
          several &&
          slides.map((slide, index) => (
            <button
              key={slide.key}
              type="button"
              aria-label={`Show picture ${index + 1} of ${slides.length}`}
              aria-current={index === current}
              onClick={() => show(index)}
              className="group grid size-7 place-items-center rounded-full"
            >
              <span className="size-2.5 rounded-full border group-hover:bg-current/40 group-aria-[current=true]:bg-current forced-colors:group-aria-[current=true]:bg-[Highlight]" />
            </button>
          ))}
        {started && (several || isVideo(slides[0])) && (
          <button
            type="button"
            aria-label={paused ? 'Play slideshow' : 'Pause slideshow'}
            onClick={togglePaused}
            className="grid size-9 place-items-center rounded-full hover:bg-current/10"
          >
            {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
          </button>
        )}
      </div>
    </section>
  )
}
