import type { Publication, PublicationItem } from '@contract/publication'
import { useState } from 'react'
import { useSavedList } from '@/components/ui/use-saved-list'
import heroImages from '@/content/hero/images.json'
import type { BuiltInImage } from '@/domain/image'
import { type HeroSlide, isSameImage, withoutHash } from '@/domain/media'
import { messages } from '@/messages'
import { heroSlides } from '@/storage/keys'

/** A file that the owner saved in this browser (`HeroSlide`), an image of the site, or a published file. */
export type Slide = { key: string } & (
  | HeroSlide
  | { type: 'built-in'; image: BuiltInImage }
  | { type: 'published'; item: Extract<PublicationItem, { stills: unknown }> }
)

const builtIn: readonly Slide[] = heroImages.map((image) => ({ key: image.src, type: 'built-in', image }))

const toSlide = (slide: HeroSlide, index: number): Slide => {
  const image = heroImages.find(({ src }) => isSameImage(src, slide.src))
  return { key: `saved-${index}`, ...(image ? { type: 'built-in', image } : slide) }
}

// A picture of the site that no longer exists leaves no slide.
const toPublishedSlides = (item: PublicationItem): Slide[] => {
  if (item.kind !== 'built-in') return [{ key: `${item.position}-${item.stills[0]}`, type: 'published', item }]
  const image = heroImages.find(({ src }) => withoutHash(src) === item.built_in)
  const key = `${item.position}-${item.built_in}`
  return image ? [{ key, type: 'built-in', image: { ...image, alt: item.alt || image.alt } }] : []
}

/** The built-in slides where the publication has none. */
export const publishedSlides = (publication: Publication, broken: readonly string[] = []) => {
  const items = publication?.items.filter(({ place }) => place === 'hero') ?? []
  const slides = items.flatMap(toPublishedSlides).filter(({ key }) => !broken.includes(key))
  return slides.length > 0 ? slides : builtIn
}

/** This browser's slides, else the published, else the built-in. `drop` leaves out one that cannot be shown. */
export const useSlides = (publication: Publication) => {
  const saved = useSavedList(heroSlides, messages.media.heroSlidesUnreadable)
  const [broken, setBroken] = useState<readonly string[]>([])
  const drop = (slide: Slide) => {
    if (slide.type === 'published') setBroken((before) => [...before, slide.key])
    else if (slide.type !== 'built-in') saved.drop(slide.src)
  }
  return { slides: saved.list.length > 0 ? saved.list.map(toSlide) : publishedSlides(publication, broken), drop }
}
