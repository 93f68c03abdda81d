import { useEffect, useRef } from 'react'
import { Picture } from '@/components/picture'
import { useMediaUrl } from '@/storage/use-media-url'
import type { Slide } from './use-slides'

const cover = 'aspect-[4/3] h-full w-full object-cover object-[85%_60%] md:h-full'

type SavedSlide<Type> = { slide: Extract<Slide, { type: Type }>; onBroken: () => void }

function SlideImage({ slide, onBroken }: SavedSlide<'image'>) {
  const src = useMediaUrl(slide.src)
  useEffect(() => {
    if (src === null) onBroken()
  }, [src, onBroken])
  return src ? <img src={src} alt="" onError={onBroken} className={cover} /> : null
}

function SlideVideo({ slide, playing, onBroken }: SavedSlide<'video'> & { playing: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const src = useMediaUrl(slide.src)
  const poster = useMediaUrl(slide.poster)
  // A missing video may still have its poster.
  const nothingToShow = src === null && !slide.poster
  useEffect(() => {
    if (nothingToShow) onBroken()
  }, [nothingToShow, onBroken])
  useEffect(() => {
    if (!src) return
    if (playing) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [playing, src])
  return (
    <video
      ref={video}
      src={src ?? undefined}
      poster={poster ?? undefined}
      muted
      loop
      playsInline
      preload="metadata"
      onError={() => !slide.poster && onBroken()}
      className={cover}
    />
  )
}

type SlideMediaProps = {
  slide: Slide
  first: boolean
  playing: boolean
  /** Called when the saved file is missing or the browser cannot show it. */
  onBroken: () => void
}

/** The image or video of one slide. Saved ones have no text alternative, so they count as decoration. */
export function SlideMedia({ slide, first, playing, onBroken }: SlideMediaProps) {
  switch (slide.type) {
    case 'built-in':
      return <Picture image={slide.image} sizes="(min-width: 48rem) 80vw, 120vw" priority={first} className={cover} />
    case 'image':
      return <SlideImage slide={slide} onBroken={onBroken} />
    case 'video':
      return <SlideVideo slide={slide} playing={playing} onBroken={onBroken} />
  }
}
