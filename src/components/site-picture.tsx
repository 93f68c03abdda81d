import type { SitePicture as Image } from '@/domain/image'
import { EAGER, LAZY, Picture, type PictureProps } from './picture'

/** A built-in image or an own one. Apart from `Picture`, because the home page has no own ones. */
export function SitePicture({ image, priority = false, ...rest }: Omit<PictureProps, 'image'> & { image: Image }) {
  if (image.base !== undefined) return <Picture image={image} priority={priority} {...rest} />
  const { srcSet, src, alt, width, height, placeholder } = image
  const loading = { ...(priority ? EAGER : LAZY), ...(priority === 'low' && { fetchPriority: priority }) }
  return (
    <img
      {...loading}
      alt={alt}
      {...{ srcSet, src, width, height }}
      {...rest}
      style={{ backgroundColor: placeholder }}
    />
  )
}
