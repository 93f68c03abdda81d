import { PUBLICATION_LIMITS, type PublicationItem } from '@contract/publication'
import { cleanLine } from '@contract/text'
import { suggestAltText } from '@/admin/images/readable-name'
import { pluralise } from '@/admin/text/messages'
import heroImages from '@/content/hero/images.json'
import type { BundledImage, ResponsiveImage } from '@/domain/image'
import { type HeroSlide, isSameImage, type SavedFile, stripHash } from '@/domain/media'
import { latestProjects } from '@/published/latest-projects'

export type Slot = PublicationItem['place']
export const SLOTS: readonly Slot[] = ['hero', 'latest']
export const SLOT_NAMES: Record<Slot, string> = { hero: 'Hero', latest: 'Our Latest Projects' }

type Source =
  | { kind: 'built-in'; image: BundledImage }
  | { kind: 'image' }
  | { kind: 'video'; poster: string | undefined }

/** Slide or image in this browser. */
export type DraftItem = { id: string; place: Slot; src: string; name: string; altText: string } & Source

type WithoutSlot<Item> = Item extends PublicationItem ? Omit<Item, 'place' | 'position' | 'alt'> : never

/** Published file names of an item. */
export type Media = WithoutSlot<PublicationItem>

export const getSlotItems = (items: readonly PublicationItem[], slot: Slot): PublicationItem[] =>
  items.filter(({ place }) => place === slot)

/** Content of an unpublished slot. */
export const fallbackBySlot: Record<Slot, { images: readonly ResponsiveImage[]; name: string }> = {
  hero: { images: heroImages, name: `the ${heroImages.length} built-in pictures` },
  latest: { images: latestProjects.map(({ image }) => image), name: `the first ${latestProjects.length} projects` },
}

/** Finds a bundled image by published name, if this build has it. */
export const findBundledImage = (name: string): BundledImage | undefined =>
  heroImages.find(({ src }) => stripHash(src) === name)

export const toBundledMedia = (image: BundledImage): Media => ({ kind: 'built-in', built_in: stripHash(image.src) })

const isUntouched = (slides: readonly HeroSlide[]): boolean =>
  slides.length === heroImages.length &&
  heroImages.every(({ src }, index) => isSameImage(src, slides[index]?.src ?? ''))

const heroItem = (slide: HeroSlide, index: number, files: readonly SavedFile[]): DraftItem => {
  const image = heroImages.find(({ src }) => isSameImage(src, slide.src))
  const common = { id: `hero ${index}`, place: 'hero', src: slide.src } as const
  if (image) return { ...common, kind: 'built-in', image, name: image.description, altText: image.alt }
  const saved = files.find(({ url }) => url === slide.src)?.name
  const named = { ...common, name: saved ?? `slide ${index + 1}`, altText: suggestAltText(saved ?? '') }
  return slide.type === 'video' ? { ...named, kind: 'video', poster: slide.poster } : { ...named, kind: 'image' }
}

type Saved = { slides: readonly HeroSlide[]; images: readonly SavedFile[]; videos: readonly SavedFile[] }

/** Returns the saved media to publish. */
export const draftItems = ({ slides, images, videos }: Saved): readonly DraftItem[] => [
  ...(isUntouched(slides) ? [] : slides)
    .slice(0, PUBLICATION_LIMITS.hero)
    .map((slide, index) => heroItem(slide, index, [...videos, ...images])),
  ...images.slice(0, PUBLICATION_LIMITS.latest).map(
    ({ id, name, url }): DraftItem => ({
      id: `latest ${id}`,
      place: 'latest',
      kind: 'image',
      src: url,
      name,
      altText: suggestAltText(name),
    }),
  ),
]

/** Converts entries to items for `publish`. */
export const toItems = (
  entries: readonly { item: Pick<DraftItem, 'place'>; media: Media; altText: string }[],
): PublicationItem[] =>
  SLOTS.flatMap((slot) =>
    entries
      .filter(({ item }) => item.place === slot)
      .map(({ media, altText }, position) => ({
        ...media,
        place: slot,
        position,
        alt: cleanLine(altText),
      })),
  )

/** Fills empty slots with the published items. */
export const fillEmptySlots = (
  items: readonly PublicationItem[],
  published: readonly PublicationItem[],
): PublicationItem[] =>
  SLOTS.flatMap((slot) => {
    const part = getSlotItems(items, slot)
    return part.length > 0 ? part : getSlotItems(published, slot)
  })

/** Returns a key that is equal for equal content. */
export const getContentKey = (media: Media): string => {
  switch (media.kind) {
    case 'built-in':
      return media.built_in
    case 'video':
      return media.video
    case 'image':
      return media.files.at(-1) ?? ''
  }
}

// Bundled images have their alt text in the code.
const fingerprint = (item: PublicationItem) =>
  [getContentKey(item), item.kind === 'built-in' ? '' : [item.alt, ...item.files]].join('\n')

const isSamePart = (a: readonly PublicationItem[], b: readonly PublicationItem[]): boolean =>
  a.length === b.length && a.every((item, index) => b[index] && fingerprint(item) === fingerprint(b[index]))

/** Whether both look the same to visitors. */
export const isSamePublication = (a: readonly PublicationItem[], b: readonly PublicationItem[]): boolean =>
  SLOTS.every((slot) => isSamePart(getSlotItems(a, slot), getSlotItems(b, slot)))

const describe = (part: readonly PublicationItem[], slot: Slot): string => {
  if (part.length === 0) return fallbackBySlot[slot].name
  const videos = part.filter(({ kind }) => kind === 'video').length
  const pictures = part.length - videos
  return [videos > 0 && pluralise(videos, 'video'), pictures > 0 && pluralise(pictures, 'picture')]
    .filter(Boolean)
    .join(' and ')
}

/** Returns lines like 'Hero: 1 video and 4 pictures'. */
export const summariseSlots = (items: readonly PublicationItem[], slots = SLOTS): string[] =>
  slots.map((slot) => `${SLOT_NAMES[slot]}: ${describe(getSlotItems(items, slot), slot)}`)

const detail = (before: readonly PublicationItem[], after: readonly PublicationItem[]): string => {
  const earlier = before.map(getContentKey)
  const shown = after.map(getContentKey)
  const added = shown.filter((name) => !earlier.includes(name)).length
  if (added > 0) return added === after.length ? 'all new' : `${added} new`
  if (shown.some((name, index) => name !== earlier[index])) return 'reordered'
  return 'descriptions changed'
}

/** Describes the changed slots, one sentence each. */
export const publicationChanges = (before: readonly PublicationItem[], after: readonly PublicationItem[]): string[] =>
  SLOTS.flatMap((slot) => {
    const oldPart = getSlotItems(before, slot)
    const newPart = getSlotItems(after, slot)
    if (isSamePart(oldPart, newPart)) return []
    const oldText = describe(oldPart, slot)
    const newText = describe(newPart, slot)
    const change = oldText === newText ? `${newText}, ${detail(oldPart, newPart)}` : `${newText} (was ${oldText})`
    return [`${SLOT_NAMES[slot]}: ${change}`]
  })
