import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { heroPictures } from '@/content/pictures/hero'
import type { HeroSlide } from '@/domain/media'
import type { Picture } from '@/domain/picture'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/hero-slides'
import { useStoredValue } from '@/storage/use-stored-value'

/** A slide as the hero draws it: a picture of the site in all its sizes, or what the owner saved. */
export type Slide = { key: string } & ({ type: 'picture'; picture: Picture } | HeroSlide)

const builtIn: readonly Slide[] = heroPictures.map((picture) => ({ key: picture.src, type: 'picture', picture }))

const toSlide = (slide: HeroSlide, index: number): Slide => ({ key: `saved-${index}`, ...slide })

/** The owner's slides, or the four built-in ones when none are saved or they cannot be read; the latter is reported. */
export const useSlides = (): readonly Slide[] => {
  const stored = useStoredValue(heroSlides)
  const corrupt = stored.state === 'corrupt'
  useEffect(() => {
    if (corrupt) toast.error(messages.media.heroSlidesUnreadable)
  }, [corrupt])
  return stored.state === 'value' && stored.value.length > 0 ? stored.value.map(toSlide) : builtIn
}
