import type { Publication, PublicationItem } from '@contract/publication'
import { useState } from 'react'
import { useSavedList } from '@/components/ui/use-saved-list'
import heroImages from '@/content/hero/images.json'
import type { ResponsiveImage } from '@/domain/image'
import { type HeroSlide, isSameImage, stripHash } from '@/domain/media'
import { messages } from '@/messages'
import { resolveUploadedImage } from '@/published/mirrored-media'
import { heroSlides } from '@/storage/keys'

/** A saved file (`HeroSlide`), or a site image, possibly a video's poster. */
export type Slide = { key: string } & (HeroSlide | { type: 'site'; image: ResponsiveImage; video?: string })

const builtIn: readonly Slide[] = heroImages.map((image) => ({ key: image.src, type: 'site', image }))

const toSlide = (slide: HeroSlide, index: number): Slide => {
  const image = heroImages.find(({ src }) => isSameImage(src, slide.src))
  return { key: `saved-${index}`, ...(image ? { type: 'site', image } : slide) }
}

const toPublishedSlides = (item: PublicationItem): Slide[] => {
  if (item.kind !== 'built-in') {
    const video = item.kind === 'video' && { video: item.video }
    const key = `${item.position}-${item.files[0]}`
    return [{ key, type: 'site', image: resolveUploadedImage(item), ...video }]
  }
  const image = heroImages.find(({ src }) => stripHash(src) === item.built_in)
  const key = `${item.position}-${item.built_in}`
  return image ? [{ key, type: 'site', image: { ...image, alt: item.alt || image.alt } }] : []
}

/** Returns the publication's slides without `broken` ones, or the bundled slides. */
export const getPublishedSlides = (publication: Publication, broken: readonly string[] = []) => {
  const items = publication?.items.filter(({ place }) => place === 'hero') ?? []
  const slides = items.flatMap(toPublishedSlides).filter(({ key }) => !broken.includes(key))
  return slides.length > 0 ? slides : builtIn
}

/** Returns this browser's slides, or the publication's. */
export const useSlides = (publication: Publication) => {
  const saved = useSavedList(heroSlides, messages.media.heroSlidesUnreadable)
  const [broken, setBroken] = useState<readonly string[]>([])
  const drop = (slide: Slide) => {
    if (slide.type === 'site') setBroken((before) => [...before, slide.key])
    else saved.drop(slide.src)
  }
  return { slides: saved.list.length > 0 ? saved.list.map(toSlide) : getPublishedSlides(publication, broken), drop }
}
