import { useEffect, useState } from 'react'
import { Thumb } from '@/admin/publications/publication-parts'
import { siteMediaUrl } from '@/lib/site-media'

type FileThumbProps = {
  /** What this page has of it. */
  blob?: Blob | undefined
  /** The server's file. */
  name: string | undefined
  /** The server's file does not show. */
  onMissing?: () => void
  className?: string
}

/** A small picture of a project's file: this page's own, or else the server's. */
export function FileThumb({ blob, name, onMissing, className }: FileThumbProps) {
  const [local, setLocal] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setLocal(url)
    return () => {
      setLocal(undefined)
      URL.revokeObjectURL(url)
    }
  }, [blob])
  const src = local ?? (blob ? undefined : name && siteMediaUrl(name))
  return <Thumb src={src} onError={blob ? undefined : onMissing} {...(className && { className })} />
}
