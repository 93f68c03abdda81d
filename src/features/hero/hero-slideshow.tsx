import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { SlideMedia } from './slide-media'
import { useSlides } from './use-slides'
import { useSlideshow } from './use-slideshow'

const control = 'grid size-9 place-items-center rounded-full text-ink hover:bg-ink/10'

export function HeroSlideshow() {
  const { slides, drop } = useSlides()
  const { current, reached, playing, paused, togglePaused, show, stage } = useSlideshow(slides.length)
  // Later slides wait for hydration, so that they do not compete with the first.
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])

  const several = slides.length > 1

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Pictures of our work"
      className="relative md:absolute md:inset-y-0 md:right-0 md:w-[68%]"
    >
      <div ref={stage} className="hero-picture relative h-full overflow-hidden">
        {slides.map((slide, index) => {
          const shown = index === current
          if (!shown && !(started && index <= reached + 1)) return null
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
                playing={shown && playing}
                onBroken={() => drop(slide.src)}
              />
            </div>
          )
        })}
      </div>
      {started && (several || slides[0]?.type === 'video') && (
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
