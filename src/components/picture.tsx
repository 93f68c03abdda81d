import { type Picture as PictureData, pictureSrcSet } from '@/domain/picture'

interface PictureProps {
  picture: PictureData
  /** Drawn width, as in the `sizes` attribute. */
  sizes: string
  /** For the page's largest contentful paint. */
  priority?: boolean
  /** Replaces the image's own text; empty where nearby text says the same. */
  alt?: string
  className?: string
}

const EAGER = { loading: 'eager', fetchPriority: 'high' } as const
const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** An image in AVIF or WebP at the width that fits, its space reserved while it loads. */
export function Picture({ picture, sizes, priority = false, alt = picture.alt, className }: PictureProps) {
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={pictureSrcSet(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSrcSet(picture, 'webp')} sizes={sizes} />
      <img
        // Before src, because a browser that reads the URL first starts to fetch it.
        {...(priority ? EAGER : LAZY)}
        src={picture.src}
        alt={alt}
        width={picture.width}
        height={picture.height}
        className={className}
        style={{ backgroundColor: picture.placeholder }}
      />
    </picture>
  )
}
