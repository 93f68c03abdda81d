import { useSavedList } from '@/components/ui/use-saved-list'
import heroPictures from '@/content/hero/images.json'
import { type HeroSlide, isSamePicture } from '@/domain/media'
import type { Picture } from '@/domain/picture'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/keys'

type BuiltInSlide = { type: 'built-in'; src: string; picture: Picture }

/** A slide: an image of the site in all its sizes, or a file that the owner saved. */
export type Slide = { key: string } & (BuiltInSlide | HeroSlide)

const toBuiltInSlide = (picture: Picture): BuiltInSlide => ({ type: 'built-in', src: picture.src, picture })

const builtIn: readonly Slide[] = heroPictures.map((picture) => ({ key: picture.src, ...toBuiltInSlide(picture) }))

const toSlide = (slide: HeroSlide, index: number): Slide => {
  const picture = heroPictures.find(({ src }) => isSamePicture(src, slide.src))
  return { key: `saved-${index}`, ...(picture ? toBuiltInSlide(picture) : slide) }
}

/** The owner's slides, or the four built-in ones. `drop` leaves out a slide whose file is missing or unplayable. */
export const useSlides = (): { slides: readonly Slide[]; drop: (src: string) => void } => {
  const { list, drop } = useSavedList(heroSlides, messages.media.heroSlidesUnreadable)
  return { slides: list.length > 0 ? list.map(toSlide) : builtIn, drop }
}
