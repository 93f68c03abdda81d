import { Film, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useObjectUrl } from '@/components/ui/use-object-url'
import { imageUrl, type ResponsiveImage } from '@/domain/image'
import { siteMediaUrl } from '@/lib/site-media'

/** Returns the smallest AVIF of a bundled image, or the `src` of an uploaded one. */
export const getThumbnailUrl = (image: ResponsiveImage): string =>
  image.base === undefined ? image.src : imageUrl(image, image.widths[0] ?? image.width, 'avif')

type ThumbProps = {
  src: string | null | undefined
  alt?: string
  video?: boolean
  onError?: (() => void) | undefined
  className?: string | undefined
}

export function Thumb({ src, alt = '', video = false, onError, className = 'w-24' }: ThumbProps) {
  const [broken, setBroken] = useState<string>()
  const fail = () => {
    setBroken(src ?? undefined)
    onError?.()
  }
  const Icon = video ? Film : ImageOff
  return (
    <span
      className={`relative block aspect-[4/3] shrink-0 self-start overflow-hidden rounded-lg bg-concrete-100 ${className}`}
    >
      {src && broken !== src ? (
        <img src={src} alt={alt} loading="lazy" onError={fail} className="size-full object-cover" />
      ) : (
        <Icon aria-hidden className="absolute inset-0 m-auto size-5 text-concrete-600" />
      )}
      {video && (
        <span className="absolute right-1 bottom-1 rounded bg-ink/80 px-1 text-paper text-xs leading-4">Video</span>
      )}
    </span>
  )
}

type FileThumbProps = {
  blob?: Blob | undefined
  name: string | undefined
  onMissing?: () => void
  className?: string
}

export function FileThumb({ blob, name, onMissing, className }: FileThumbProps) {
  const local = useObjectUrl(blob)
  const src = local ?? (blob ? undefined : name && siteMediaUrl(name))
  return <Thumb src={src} onError={blob ? undefined : onMissing} className={className} />
}
