import snapshot from 'virtual:published-media'
import type { Publication, PublicationItem } from '@contract/publication'
import { useEffect, useMemo, useState } from 'react'
import { idleAfterLoad } from '@/lib/when-to-start'

let newest: Publication = snapshot

/** What the owner published for each place of the home page: as of the build, then, once asked, what is newer. */
export const usePublishedMedia = (): Record<PublicationItem['place'], readonly PublicationItem[]> => {
  const [publication, setPublication] = useState(newest)

  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      await idleAfterLoad()
      if (leaving.signal.aborted) return
      const { readNewPublication } = await import('./current-publication')
      const current = await readNewPublication(newest?.id, leaving.signal)
      // A replica of the database may lag behind the build.
      if (!current || current.id <= (newest?.id ?? 0)) return
      newest = current
      if (!leaving.signal.aborted) setPublication(current)
    }
    // What is there stays.
    ask().catch(() => {})
    return () => leaving.abort()
  }, [])

  return useMemo(() => {
    const items = publication?.items ?? []
    return {
      hero: items.filter(({ place }) => place === 'hero'),
      latest: items.filter(({ place }) => place === 'latest'),
    }
  }, [publication])
}
