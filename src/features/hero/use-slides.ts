import type { Publication, PublicationItem } from '@contract/publication'
import { type ComponentType, useState } from 'react'
import heroImages from '@/content/hero/images.json'
import type { ResponsiveImage } from '@/domain/image'
import { type HeroSlide, isSameImage, stripHash } from '@/domain/media'
import { resolveUploadedImage } from '@/published/mirrored-media'

export type SavedSlideProps = { slide: HeroSlide; playing: boolean; onBroken: () => void }

/** A file saved in this browser, or a site image, possibly a video's poster. */
export type Slide = { key: string } & (
  | { type: 'saved'; slide: HeroSlide; Media: ComponentType<SavedSlideProps> }
  | { type: 'site'; image: ResponsiveImage; video?: string }
)
export type SavedSlides = { slides: readonly Slide[]; drop: (src: string) => void }

const builtIn: readonly Slide[] = heroImages.map((image) => ({ key: image.src, type: 'site', image }))

/** Returns a saved slide, as the bundled image if it is one. */
export const toSavedSlide = (slide: HeroSlide, index: number, Media: ComponentType<SavedSlideProps>): Slide => {
  const image = heroImages.find(({ src }) => isSameImage(src, slide.src))
  return { key: `saved-${index}`, ...(image ? { type: 'site', image } : { type: 'saved', slide, Media }) }
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
export const useSlides = (publication: Publication, saved: SavedSlides | undefined) => {
  const [broken, setBroken] = useState<readonly string[]>([])
  const drop = (slide: Slide) => {
    if (slide.type === 'site') setBroken((before) => [...before, slide.key])
    else saved?.drop(slide.slide.src)
  }
  return { slides: saved?.slides ?? getPublishedSlides(publication, broken), drop }
}
