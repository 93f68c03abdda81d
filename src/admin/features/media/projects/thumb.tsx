import { useEffect, useState } from 'react'
import { siteMediaUrl } from '@/lib/site-media'
import { Thumb } from '../publish/publication-parts'
import { readFile } from './draft-store'

type FileThumbProps = { project: string; name: string | undefined; alt?: string; className?: string }

/** A small picture of a project's file: this browser's own copy, or else the server's. */
export function FileThumb({ project, name, ...thumb }: FileThumbProps) {
  const [found, setFound] = useState<{ name: string; url: string }>()
  useEffect(() => {
    if (!name) return
    let isLeft = false
    let url = ''
    void readFile(project, name).then((blob) => {
      if (isLeft) return
      if (blob) url = URL.createObjectURL(blob)
      setFound({ name, url: url || siteMediaUrl(name) })
    })
    return () => {
      isLeft = true
      URL.revokeObjectURL(url)
    }
  }, [project, name])
  return <Thumb src={found?.name === name ? found?.url : undefined} {...thumb} />
}
