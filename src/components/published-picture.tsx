import type { PublicationItem } from '@contract/publication'
import { useEffect, useEffectEvent, useRef } from 'react'
import { siteMediaUrl } from '@/lib/site-media'
import { EAGER, LAZY } from './picture'

type PublishedPictureProps = {
  item: Extract<PublicationItem, { stills: unknown }>
  sizes: string
  priority?: boolean
  onBroken: () => void
  className: string
}

/** A published picture or a video's poster; its space is reserved while it loads. */
export function PublishedPicture({ item, sizes, priority = false, onBroken, className }: PublishedPictureProps) {
  const { stills: variants, still_widths: widths, width, height, alt } = item
  const image = useRef<HTMLImageElement>(null)
  const reportBroken = useEffectEvent(onBroken)
  // It may have failed before the page was hydrated.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) image.current.decode().catch(() => reportBroken())
  }, [])
  return (
    <img
      {...(priority ? EAGER : LAZY)}
      ref={image}
      srcSet={variants.map((name, index) => `${siteMediaUrl(name)} ${widths[index]}w`).join(', ')}
      sizes={sizes}
      src={siteMediaUrl(variants[1] ?? variants[0] ?? '')}
      alt={alt}
      width={width}
      height={height}
      onError={onBroken}
      className={`${className} bg-concrete-200`}
    />
  )
}
