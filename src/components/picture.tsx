import { useEffect, useEffectEvent, useRef } from 'react'
import { imageSrcSet, type ResponsiveImage } from '@/domain/image'

type PictureProps = {
  image: ResponsiveImage
  sizes: string
  /** For the largest contentful paint; 'low' for images after it. */
  priority?: boolean | 'low'
  alt?: string
  className?: string
  onBroken?: (() => void) | undefined
}

const EAGER = { loading: 'eager', fetchPriority: 'high' } as const
const EAGER_LOW = { loading: 'eager', fetchPriority: 'low' } as const
const LAZY = { loading: 'lazy', decoding: 'async' } as const

type ImgProps = PictureProps & { srcSet?: string }

function Img({ image, sizes, srcSet, priority = false, alt = image.alt, className, onBroken }: ImgProps) {
  const img = useRef<HTMLImageElement>(null)
  const reportBroken = useEffectEvent(() => onBroken?.())
  // It may have failed before hydration.
  useEffect(() => {
    if (img.current?.complete && img.current.naturalWidth === 0) img.current.decode().catch(reportBroken)
  }, [])
  return (
    <img
      // Must precede `src`, at which some browsers start to fetch.
      {...(priority === 'low' ? EAGER_LOW : priority ? EAGER : LAZY)}
      {...(srcSet && { srcSet, sizes })}
      ref={img}
      src={image.src}
      alt={alt}
      width={image.width}
      height={image.height}
      className={className}
      onError={onBroken}
      style={{ backgroundColor: image.placeholder }}
    />
  )
}

/** Responsive image. Browsers without AVIF (Safari before 16.4) get bundled images as one WebP file. */
export function Picture({ onBroken, ...props }: PictureProps) {
  const { image, sizes } = props
  const isUploaded = image.base === undefined
  const avif = isUploaded ? image.avifSrcSet : imageSrcSet(image)
  const img = isUploaded ? <Img {...props} onBroken={onBroken} srcSet={image.srcSet} /> : <Img {...props} />
  if (!avif) return img
  return (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {img}
    </picture>
  )
}
