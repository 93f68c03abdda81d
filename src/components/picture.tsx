import type { ReactEventHandler } from 'react'
import { type BuiltInPicture, imageSrcSet } from '@/domain/image'

export type PictureProps = {
  image: BuiltInPicture
  /** Drawn width, as in the `sizes` attribute. */
  sizes: string
  /** For the page's largest contentful paint; 'low' for what is seen with it and may come after it. */
  priority?: boolean | 'low'
  /** Replaces the image's own text; empty where nearby text says the same. */
  alt?: string
  className?: string
  onLoad?: ReactEventHandler<HTMLImageElement>
}

export const EAGER = { loading: 'eager', fetchPriority: 'high' } as const
const EAGER_LOW = { loading: 'eager', fetchPriority: 'low' } as const
export const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** A built-in image in AVIF or WebP; its space is reserved while it loads. */
export function Picture({ image, sizes, priority = false, alt = image.alt, className, onLoad }: PictureProps) {
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={imageSrcSet(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={imageSrcSet(image, 'webp')} sizes={sizes} />
      <img
        // Before src, because a browser that reads the URL first starts to fetch it.
        {...(priority === 'low' ? EAGER_LOW : priority ? EAGER : LAZY)}
        src={image.src}
        alt={alt}
        width={image.width}
        height={image.height}
        className={className}
        onLoad={onLoad}
        style={{ backgroundColor: image.placeholder }}
      />
    </picture>
  )
}
