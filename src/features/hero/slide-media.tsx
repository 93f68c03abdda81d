import { useEffect, useRef } from 'react'
import { Picture } from '@/components/picture'
import type { Slide } from './use-slides'

const cover = 'aspect-[4/3] h-full w-full object-cover object-[85%_60%] md:h-full'

type SlideMediaProps = { slide: Slide; first: boolean; playing: boolean }

function SlideVideo({ src, poster, playing }: { src: string; poster?: string | undefined; playing: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    // A browser that saves power may refuse to play; the poster then stays.
    if (playing) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [playing])
  return <video ref={video} src={src} poster={poster} muted loop playsInline preload="metadata" className={cover} />
}

/** The picture or film of one slide. Saved ones have no words of their own, so they count as decoration. */
export function SlideMedia({ slide, first, playing }: SlideMediaProps) {
  switch (slide.type) {
    case 'picture':
      return (
        <Picture picture={slide.picture} sizes="(min-width: 48rem) 80vw, 120vw" priority={first} className={cover} />
      )
    case 'image':
      return <img src={slide.src} alt="" className={cover} />
    case 'video':
      return <SlideVideo src={slide.src} poster={slide.poster} playing={playing} />
  }
}
