import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Picture } from '@/components/picture'
import { type Picture as PictureData, pictureUrl } from '@/domain/picture'
import { useIsHydrated } from './use-photo-address'

type PhotoCardProps = {
  picture: PictureData
  sizes: string
  /** The visitor's pointer or focus has arrived: a good moment to fetch what opening needs. */
  onApproach: () => void
  onOpen: (href: string) => void
  ref: Ref<HTMLAnchorElement>
  /** What stands under the photo. */
  children: ReactNode
}

/**
 * A photo that opens enlarged. It is a link to its largest file, which is also what it does without JavaScript and in
 * a new tab; once the page is alive it is announced, and works, as a button.
 */
export function PhotoCard({ picture, sizes, onApproach, onOpen, ref, children }: PhotoCardProps) {
  const isHydrated = useIsHydrated()
  const href = pictureUrl(picture, picture.widths.at(-1) ?? picture.width, 'webp')
  return (
    <a
      ref={ref}
      href={href}
      className="group block rounded-card"
      // Queued by index.html until the page can open it.
      data-action=""
      {...(isHydrated && { role: 'button', 'aria-haspopup': 'dialog' })}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        // The second half of a double click, which may have closed the lightbox above this card, opens nothing.
        if (event.detail <= 1) onOpen(href)
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        // A link scrolls the page on the space bar, a button does not.
        event.preventDefault()
        onOpen(href)
      }}
    >
      <span className="relative block overflow-hidden rounded-card">
        <Picture
          picture={picture}
          sizes={sizes}
          className="aspect-[4/3] w-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
        />
        <span
          aria-hidden
          className="absolute right-3 bottom-3 grid size-9 place-items-center rounded-full bg-paper text-ink transition-colors duration-150 group-hover:bg-green forced-colors:border"
        >
          <Plus className="size-4" />
        </span>
      </span>
      <span className="mt-3 block text-concrete-700 underline-offset-4 group-hover:text-ink">{children}</span>
    </a>
  )
}
