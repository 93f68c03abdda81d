import snapshot from 'virtual:published-media'
import type { Publication, PublicationItem } from '@contract/publication'
import { useEffect, useMemo, useState } from 'react'
import { idleAfterLoad } from '@/lib/when-to-start'

let newest: Publication = snapshot

/** What is published for each slot of the home page: as of the build, then what is newer. */
export const usePublishedMedia = (): Record<PublicationItem['place'], readonly PublicationItem[]> => {
  const [publication, setPublication] = useState(newest)

  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      await idleAfterLoad()
      if (controller.signal.aborted) return
      const { readNewPublication } = await import('./current-publication')
      const current = await readNewPublication(newest?.id, controller.signal)
      // A replica of the database may lag behind the build.
      if (!current || current.id < (newest?.id ?? 0)) return
      newest = current
      if (!controller.signal.aborted) setPublication(current)
    }
    load().catch(() => {})
    return () => controller.abort()
  }, [])

  return useMemo(() => {
    const items = publication?.items ?? []
    return {
      hero: items.filter(({ place }) => place === 'hero'),
      latest: items.filter(({ place }) => place === 'latest'),
    }
  }, [publication])
}
