import { useCallback, useEffect, useState } from 'react'
import { toast } from '@/components/ui/toast'
import heroPictures from '@/content/hero/images.json'
import { type HeroSlide, isSamePicture } from '@/domain/media'
import type { Picture } from '@/domain/picture'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/hero-slides'
import { useStoredValue } from '@/storage/use-stored-value'

type PictureSlide = { type: 'picture'; src: string; picture: Picture }

/** A slide as the hero draws it: a picture of the site in all its sizes, or what the owner saved. */
export type Slide = { key: string } & (PictureSlide | HeroSlide)

const toPictureSlide = (picture: Picture): PictureSlide => ({ type: 'picture', src: picture.src, picture })

const builtIn: readonly Slide[] = heroPictures.map((picture) => ({ key: picture.src, ...toPictureSlide(picture) }))

const toSlide = (slide: HeroSlide, index: number): Slide => {
  const picture = heroPictures.find(({ src }) => isSamePicture(src, slide.src))
  return { key: `saved-${index}`, ...(picture ? toPictureSlide(picture) : slide) }
}

/**
 * The owner's slides, or the four built-in ones when none are saved or they cannot be read; the latter is reported.
 * `drop` leaves out a slide whose file is gone or cannot be shown.
 */
export const useSlides = (): { slides: readonly Slide[]; drop: (src: string) => void } => {
  const stored = useStoredValue(heroSlides)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const drop = useCallback((src: string) => setDropped((before) => [...before, src]), [])
  const corrupt = stored.state === 'corrupt'
  useEffect(() => {
    if (corrupt) toast.error(messages.media.heroSlidesUnreadable, { id: 'hero-slides' })
  }, [corrupt])
  const saved = stored.state === 'value' ? stored.value.map(toSlide).filter(({ src }) => !dropped.includes(src)) : []
  return { slides: saved.length > 0 ? saved : builtIn, drop }
}
