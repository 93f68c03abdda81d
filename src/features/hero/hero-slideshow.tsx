import type { PublicationItem } from '@contract/publication'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { SlideMedia } from './slide-media'
import { publishedSlides, type Slide, useSlides } from './use-slides'
import { useSlideshow } from './use-slideshow'

const control = 'grid size-9 place-items-center rounded-full text-ink hover:bg-ink/10'

const isVideo = (slide: Slide | undefined) =>
  slide?.type === 'video' || (slide?.type === 'published' && slide.item.kind === 'video')

export function HeroSlideshow({ published: newest }: { published: readonly PublicationItem[] }) {
  const [published, setPublished] = useState(newest)
  // Fades behind the first slide of what is newer.
  const [last, setLast] = useState<Slide>()
  const { slides, drop } = useSlides(published)
  const renew = () => {
    setLast(slides[current])
    setPublished(newest)
  }
  const { current, reached, playing, paused, togglePaused, show, stage } = useSlideshow(
    slides.length,
    newest === published ? undefined : renew,
  )
  // Later slides wait for hydration, so that they do not compete with the first.
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])

  const several = slides.length > 1
  // Loaded ahead, like every slide.
  const [upcoming] = newest === published ? [] : publishedSlides(newest)
  const other = upcoming ?? last
  const layers = other && !slides.some(({ key }) => key === other.key) ? [...slides, other] : slides

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Pictures of our work"
      className="relative md:absolute md:inset-y-0 md:right-0 md:w-[68%]"
    >
      <div ref={stage} className="hero-picture relative h-full overflow-hidden">
        {layers.map((slide, index) => {
          const shown = index === current
          if (!shown && slide !== other && !(started && index <= reached + 1)) return null
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
      {started && (several || isVideo(slides[0])) && (
        <div className="absolute top-4 right-4 flex items-center rounded-full bg-paper/85 px-1.5 md:right-8">
          {several &&
            slides.map((slide, index) => (
              <button
                key={slide.key}
                type="button"
                aria-label={`Show picture ${index + 1} of ${slides.length}`}
                aria-current={index === current}
                onClick={() => show(index)}
                className="group grid size-7 place-items-center rounded-full"
              >
                <span className="size-2.5 rounded-full border border-ink group-hover:bg-ink/40 group-aria-[current=true]:bg-ink" />
              </button>
            ))}
          <button
            type="button"
            aria-label={paused ? 'Play the slides' : 'Pause the slides'}
            onClick={togglePaused}
            className={control}
          >
            {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
          </button>
        </div>
      )}
    </section>
  )
}
