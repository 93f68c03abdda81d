import { useSavedList } from '@/components/ui/use-saved-list'
import heroImages from '@/content/hero/images.json'
import type { SiteImage } from '@/domain/image'
import { type HeroSlide, isSameImage } from '@/domain/media'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/keys'

type BuiltInSlide = { type: 'built-in'; src: string; image: SiteImage }

/** A slide: an image of the site in all its sizes, or a file that the owner saved. */
export type Slide = { key: string } & (BuiltInSlide | HeroSlide)

const toBuiltInSlide = (image: SiteImage): BuiltInSlide => ({ type: 'built-in', src: image.src, image })

const builtIn: readonly Slide[] = heroImages.map((image) => ({ key: image.src, ...toBuiltInSlide(image) }))

const toSlide = (slide: HeroSlide, index: number): Slide => {
  const image = heroImages.find(({ src }) => isSameImage(src, slide.src))
  return { key: `saved-${index}`, ...(image ? toBuiltInSlide(image) : slide) }
}

/** The owner's slides, or the four built-in ones. `drop` leaves out a slide whose file is missing or unplayable. */
export const useSlides = (): { slides: readonly Slide[]; drop: (src: string) => void } => {
  const { list, drop } = useSavedList(heroSlides, messages.media.heroSlidesUnreadable)
  return { slides: list.length > 0 ? list.map(toSlide) : builtIn, drop }
}
