import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { hasModifier } from '@/components/link'
import { Picture } from '@/components/picture'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { Unbroken } from '@/components/unbroken'
import type { CaptionedImage } from '@/domain/image'
import { getLargestUrl } from '@/domain/image-file'
import { lazyModule } from '@/lib/lazy-module'
import { useIsHydrated, useOpenImage } from './use-open-image'

const lightbox = lazyModule(() => import('./lightbox'))

type PhotoGridProps = {
  images: readonly CaptionedImage[]
  sizes: string
  caption?: (image: CaptionedImage, index: number) => ReactNode
}

export function PhotoGrid({
  images,
  sizes,
  caption = ({ description }) => <Unbroken text={description} />,
}: PhotoGridProps) {
  const { index, isOpenedHere, show, close } = useOpenImage(images.length)
  const Lightbox = useLazyModule(lightbox)?.default
  const list = useRef<HTMLUListElement>(null)
  const lastIndex = useRef<number>(undefined)
  const isOpen = index !== undefined

  const closeAt = (position: number) => {
    lastIndex.current = position
    close()
  }
  const openFile = useEffectEvent(() => {
    const image = images[index ?? -1]
    if (image && isOpenedHere) window.location.replace(getLargestUrl(image))
    else if (image) close()
  })
  useEffect(() => {
    if (isOpen) lightbox.load().catch(openFile)
  }, [isOpen])

  useEffect(() => {
    if (index === undefined && lastIndex.current !== undefined)
      list.current?.querySelectorAll('a')[lastIndex.current]?.focus()
    lastIndex.current = index
  }, [index])

  return (
    <>
      <ul ref={list} className="contents">
        {images.map((image, position) => (
          <li key={image.id}>
            <PhotoCard image={image} sizes={sizes} onOpen={() => show(position)}>
              {caption(image, position)}
            </PhotoCard>
          </li>
        ))}
      </ul>
      {Lightbox && isOpen && <Lightbox images={images} index={index} onShow={show} onClose={closeAt} />}
    </>
  )
}

type PhotoCardProps = { image: CaptionedImage; sizes: string; onOpen: () => void; children: ReactNode }

function PhotoCard({ image, sizes, onOpen, children }: PhotoCardProps) {
  const isHydrated = useIsHydrated()
  return (
    <a
      href={getLargestUrl(image)}
      className="group block rounded-card"
      // index.html queues its clicks until hydration.
      data-action=""
      {...(isHydrated && { role: 'button', 'aria-haspopup': 'dialog' })}
      onPointerEnter={lightbox.prefetch}
      onFocus={lightbox.prefetch}
      onClick={(event) => {
        if (hasModifier(event)) return
        event.preventDefault()
        // A double click that closes the lightbox also hits the card below.
        if (event.detail <= 1) onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    >
      <span className="relative block overflow-hidden rounded-card">
        <Picture
          image={image}
          sizes={sizes}
          className="aspect-[4/3] w-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
        />
        <span
          aria-hidden
          className="absolute right-3 bottom-3 grid size-9 max-md:size-7 place-items-center rounded-full bg-paper text-ink transition-colors duration-150 group-hover:bg-green print:hidden forced-colors:border"
        >
          <Plus className="size-4" />
        </span>
      </span>
      <span key={image.description} className="mt-3 block text-concrete-700 underline-offset-4 group-hover:text-ink">
        {children}
      </span>
    </a>
  )
}
