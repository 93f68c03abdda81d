import { useEffect, useState } from 'react'
import { siteMediaUrl } from '@/lib/site-media'
import { Thumb } from '../publish/publication-parts'
import { readFile } from './draft-store'

/** The URL of a project's file: this browser's own copy, or else the server's; undefined while that is found out. */
export const useFileUrl = (project: string, name: string | undefined): string | undefined => {
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
      if (url) URL.revokeObjectURL(url)
    }
  }, [project, name])
  return found?.name === name ? found?.url : undefined
}

type FileThumbProps = { project: string; name: string | undefined; alt?: string; className?: string }

export function FileThumb({ project, name, ...thumb }: FileThumbProps) {
  return <Thumb src={useFileUrl(project, name)} {...thumb} />
}
