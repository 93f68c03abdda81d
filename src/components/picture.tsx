import { imageSrcSet, type SiteImage } from '@/domain/image'

type PictureProps = {
  image: SiteImage
  /** Drawn width, as in the `sizes` attribute. */
  sizes: string
  /** For the page's largest contentful paint. */
  priority?: boolean
  className?: string
}

export const EAGER = { loading: 'eager', fetchPriority: 'high' } as const
export const LAZY = { loading: 'lazy', decoding: 'async' } as const

/** An image of the site in AVIF or WebP; its space is reserved while it loads. */
export function Picture({ image, sizes, priority = false, className }: PictureProps) {
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={imageSrcSet(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={imageSrcSet(image, 'webp')} sizes={sizes} />
      <img
        // Before src, because a browser that reads the URL first starts to fetch it.
        {...(priority ? EAGER : LAZY)}
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        className={className}
        style={{ backgroundColor: image.placeholder }}
      />
    </picture>
  )
}
