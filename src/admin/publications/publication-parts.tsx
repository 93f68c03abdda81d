import type { PublicationItem } from '@contract/publication'
import type { ReactNode } from 'react'
import { getThumbnailUrl, Thumb } from '@/admin/images/thumb'
import { siteMediaUrl } from '@/lib/site-media'
import { fallbackBySlot, findBundledImage, getContentKey, getSlotItems, SLOT_NAMES, SLOTS, type Slot } from './plan'

const itemUrl = (item: PublicationItem): string | undefined => {
  if (item.kind !== 'built-in') return item.files[0] && siteMediaUrl(item.files[0])
  const image = findBundledImage(item.built_in)
  return image && getThumbnailUrl(image)
}

export function UnpublishedPictures({ slot }: { slot: Slot }) {
  const { images, name } = fallbackBySlot[slot]
  return (
    <>
      <ul className="grid grid-cols-4 gap-2">
        {images.map((image) => (
          <li key={image.src}>
            <Thumb src={getThumbnailUrl(image)} alt={image.alt} className="w-full" />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-concrete-600 text-sm">{name.replace('the', 'The')}</p>
    </>
  )
}

type SlotsProps = {
  rowsOf: (slot: Slot) => readonly ReactNode[]
  /** Replaces the fallback in a slot without rows. */
  emptySlot?: (slot: Slot) => ReactNode
  heading?: 'h3' | 'h4'
}

export function Slots({ rowsOf, emptySlot, heading: Heading = 'h4' }: SlotsProps) {
  return SLOTS.map((slot) => {
    const rows = rowsOf(slot)
    return (
      <section key={slot} className="grid gap-3">
        <Heading className="font-semibold text-sm">{SLOT_NAMES[slot]}</Heading>
        <div>
          {rows.length > 0 ? (
            <ol className="grid gap-3">{rows}</ol>
          ) : (
            emptySlot?.(slot) || <UnpublishedPictures slot={slot} />
          )}
        </div>
      </section>
    )
  })
}

export function SlotRow({ thumb, children }: { thumb: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      {thumb}
      <div className="min-w-0 grow wrap-anywhere text-sm">{children}</div>
    </li>
  )
}

export function ItemThumb({ item, className }: { item: PublicationItem; className?: string }) {
  return <Thumb src={itemUrl(item)} video={item.kind === 'video'} className={className} />
}

/** Returns the alt text or a placeholder. */
export const describeItem = (item: PublicationItem): string => {
  if (item.kind === 'built-in') return findBundledImage(item.built_in)?.alt ?? 'This picture is no longer available'
  return item.alt || 'No description (decorative)'
}

type PublishedProps = Omit<SlotsProps, 'rowsOf'> & { items: readonly PublicationItem[] }

export function PublishedSlots({ items, ...slots }: PublishedProps) {
  return (
    <Slots
      {...slots}
      rowsOf={(slot) =>
        getSlotItems(items, slot).map((item) => (
          <SlotRow key={`${item.position} ${getContentKey(item)}`} thumb={<ItemThumb item={item} />}>
            {item.kind === 'built-in' && <p className="font-semibold">Built-in picture</p>}
            <p className="text-concrete-700">{describeItem(item)}</p>
          </SlotRow>
        ))
      }
    />
  )
}
