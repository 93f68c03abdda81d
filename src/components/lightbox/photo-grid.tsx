import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLateModule } from '@/components/ui/use-late-module'
import type { Picture } from '@/domain/picture'
import { lateModule } from '@/lib/late-module'
import { PhotoCard } from './photo-card'
import { usePhotoAddress } from './use-photo-address'

// The dialog's code is fetched when a visitor is about to need it, and by no page without photos.
const lightbox = lateModule(() => import('./lightbox'))

type PhotoGridProps = {
  pictures: readonly Picture[]
  /** How wide a card is drawn, as in the `sizes` attribute. */
  sizes: string
  /** Lays out the list of cards. */
  className?: string
  /** What stands under a photo; its description alone where nothing is given. */
  caption?: (picture: Picture, index: number) => ReactNode
}

/** Photos as a list of cards, each of which opens the lightbox at that photo. */
export function PhotoGrid({ pictures, sizes, className, caption = ({ description }) => description }: PhotoGridProps) {
  const { index, open, show, close } = usePhotoAddress(pictures.length)
  const Lightbox = useLateModule(lightbox)?.default
  const cards = useRef<(HTMLElement | null)[]>([])
  // The dialog fades out with the photo it showed last, whose card then gets the focus.
  const [shown, setShown] = useState(0)
  if (index !== undefined && index !== shown) setShown(index)
  const from = useRef<number>(undefined)

  const isWanted = index !== undefined && !Lightbox
  const giveUp = useRef(close)
  giveUp.current = close
  useEffect(() => {
    if (isWanted) lightbox.load().catch(() => giveUp.current())
  }, [isWanted])

  const lastRequest = useRef(0)
  const openFromCard = async (next: number, href: string) => {
    // On a slow connection a visitor clicks again; only the last click counts, or the way back would have two steps.
    const request = ++lastRequest.current
    const isLoaded = await lightbox.load().then(
      () => true,
      () => false,
    )
    if (request !== lastRequest.current) return
    // No connection, or a new version of the site went live: the photo itself is the next best thing.
    if (!isLoaded) return window.location.assign(href)
    from.current = next
    open(next)
  }

  const returnFocus = () => {
    const card = cards.current[shown]
    card?.focus({ preventScroll: true })
    if (shown !== from.current) card?.scrollIntoView({ block: 'center' })
    from.current = undefined
  }

  return (
    <>
      <ul className={className}>
        {pictures.map((picture, place) => (
          <li key={picture.id}>
            <PhotoCard
              ref={(card) => {
                cards.current[place] = card
              }}
              picture={picture}
              sizes={sizes}
              onApproach={lightbox.prefetch}
              onOpen={(href) => openFromCard(place, href)}
            >
              {caption(picture, place)}
            </PhotoCard>
          </li>
        ))}
      </ul>
      {Lightbox && (
        <Lightbox
          pictures={pictures}
          open={index !== undefined}
          index={shown}
          onShow={show}
          onClose={close}
          onClosed={returnFocus}
        />
      )}
    </>
  )
}
