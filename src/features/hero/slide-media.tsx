import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Picture } from '@/components/picture'
import { siteMediaUrl } from '@/lib/site-media'
import type { Slide } from './use-slides'

export const cover = 'aspect-[4/3] h-full w-full object-cover object-[85%_60%] md:h-full'
const sizes = '(min-width: 48rem) 80vw, 120vw'

export function LoopingVideo({ src, playing, ...rest }: ComponentProps<'video'> & { playing: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!src) return
    if (playing) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [playing, src])
  return <video ref={video} src={src} muted loop playsInline preload="metadata" {...rest} />
}

function PublishedVideo({ name, playing }: { name: string; playing: boolean }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <LoopingVideo
      src={siteMediaUrl(name)}
      aria-hidden
      playing={playing}
      onError={() => setBroken(true)}
      className={`absolute inset-0 ${cover}`}
    />
  )
}

type SlideMediaProps = {
  slide: Slide
  first: boolean
  /** Before hydration, a video would compete with its poster. */
  started: boolean
  playing: boolean
  onBroken: () => void
}

/** Saved files have no alt text, so they are decorative. */
export function SlideMedia({ slide, first, started, playing, onBroken }: SlideMediaProps) {
  if (slide.type === 'saved') return <slide.Media slide={slide.slide} playing={playing} onBroken={onBroken} />
  return (
    <>
      <Picture image={slide.image} sizes={sizes} priority={first} onBroken={onBroken} className={cover} />
      {slide.video && started && <PublishedVideo name={slide.video} playing={playing} />}
    </>
  )
}
