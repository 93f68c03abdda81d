import { type RefObject, useEffect, useState } from 'react'
import { Picture } from '@/components/picture'
import type { Picture as PictureData } from '@/domain/picture'
import { cn } from '@/lib/cn'
import { slidesAround } from './photo-number'

type TableProps = {
  ref: RefObject<HTMLDivElement | null>
  pictures: readonly PictureData[]
  index: number
  isZoomed: boolean
}

// Every picture is drawn into the table: as wide as it, or as its height allows at 4:3.
const SIZES = 'min(100vw, 133vh)'

/** The light table: the photo in view, with its neighbours lying ready to the left and right of it. */
export function Table({ ref, pictures, index, isZoomed }: TableProps) {
  // The neighbours must not compete with the first photo for the connection.
  const [isReady, setIsReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo brings other pictures to decode.
  useEffect(() => {
    let isGone = false
    const images = [...(ref.current?.querySelectorAll('img') ?? [])]
    // Decoded ahead, a neighbour is on screen in the frame it is asked for. One that fails is drawn as any other.
    void Promise.allSettled(images.map((image) => image.decode())).then(() => {
      if (!isGone) setIsReady(true)
    })
    return () => {
      isGone = true
    }
  }, [ref, index, isReady])

  return (
    <div
      ref={ref}
      className="group/table relative touch-none overflow-hidden select-none [container-type:size] [grid-area:table]"
    >
      {slidesAround(index, pictures.length).map(({ index: place, offset }) => {
        const picture = pictures[place]
        const isInView = offset === 0
        if (!picture || !(isInView || isReady)) return null
        const ratio = picture.width / picture.height
        return (
          <div
            key={place}
            inert={!isInView}
            className="pointer-events-none absolute inset-0 grid place-items-center transition-[translate] duration-200 ease-out group-data-held/table:transition-none"
            style={{ translate: `calc(${offset * 100}% + ${offset * 2}rem + var(--drag, 0px))` }}
          >
            <div
              data-photo={isInView ? '' : undefined}
              className={cn(
                'pointer-events-auto transition-[scale,translate] duration-150 ease-out group-data-held/table:transition-none',
                isInView && '[scale:var(--scale,1)] [translate:var(--pan,0)]',
                isInView && (isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'),
              )}
              style={{ aspectRatio: ratio, width: `min(100cqw, calc(100cqh * ${ratio}))` }}
            >
              <Picture
                picture={picture}
                sizes={SIZES}
                priority
                className="pointer-events-none size-full rounded-sm object-contain"
              />
            </div>
          </div>
        )
      })}
    </div>
  )
}
