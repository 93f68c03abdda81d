import type { Publication } from '@contract/publication'
import { useEffect } from 'react'
import { useSavedList } from '@/components/ui/use-saved-list'
import type { HeroSlide } from '@/domain/media'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/media-keys'
import { useMediaUrl } from '@/storage/use-media-url'
import { cover, LoopingVideo } from './slide-media'
import { Slideshow } from './slideshow'
import { type SavedSlideProps, toSavedSlide } from './use-slides'

type SlideOf<Type> = { slide: Extract<HeroSlide, { type: Type }>; onBroken: () => void }

function SlideImage({ slide, onBroken }: SlideOf<'image'>) {
  const src = useMediaUrl(slide.src)
  useEffect(() => {
    if (src === null) onBroken()
  }, [src, onBroken])
  return src ? <img src={src} alt="" onError={onBroken} className={cover} /> : null
}

function SlideVideo({ slide, playing, onBroken }: SlideOf<'video'> & { playing: boolean }) {
  const src = useMediaUrl(slide.src)
  const poster = useMediaUrl(slide.poster)
  const nothingToShow = src === null && !slide.poster
  useEffect(() => {
    if (nothingToShow) onBroken()
  }, [nothingToShow, onBroken])
  return (
    <LoopingVideo
      src={src ?? undefined}
      poster={poster ?? undefined}
      playing={playing}
      onError={() => !slide.poster && onBroken()}
      className={cover}
    />
  )
}

function SavedSlide({ slide, playing, onBroken }: SavedSlideProps) {
  return slide.type === 'image' ? (
    <SlideImage slide={slide} onBroken={onBroken} />
  ) : (
    <SlideVideo slide={slide} playing={playing} onBroken={onBroken} />
  )
}

export default function SavedSlideshow({ publication }: { publication: Publication }) {
  const { list, drop } = useSavedList(heroSlides, messages.media.heroSlidesUnreadable)
  const slides = list.map((slide, index) => toSavedSlide(slide, index, SavedSlide))
  return <Slideshow publication={publication} saved={slides.length > 0 ? { slides, drop } : undefined} />
}
