import { type Picture as PictureData, pictureSrcSet } from '@/domain/picture'

interface PictureProps {
  picture: PictureData
  /** How wide the picture is drawn, as in the `sizes` attribute. */
  sizes: string
  /** For the one picture of a page that is its largest paint. */
  priority?: boolean
  /** Replaces the picture's own text; empty where words beside it already say the same. */
  alt?: string
  className?: string
}

const EAGER = { loading: 'eager', fetchPriority: 'high' } as const
const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** A picture of the site in AVIF or WebP at the width that fits, its space reserved before it arrives. */
export function Picture({ picture, sizes, priority = false, alt = picture.alt, className }: PictureProps) {
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={pictureSrcSet(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSrcSet(picture, 'webp')} sizes={sizes} />
      <img
        // Before src, because a browser that meets the address first starts to fetch it.
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
