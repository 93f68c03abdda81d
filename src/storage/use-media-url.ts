import { useEffect, useState } from 'react'
import { isInDatabase, isShowable } from '@/domain/media'
import { lateModule } from '@/lib/late-module'

const mediaBlobs = lateModule(() => import('./media-blobs'))

/** The URL that shows a saved file: `undefined` until it is read from the database, `null` when it cannot be shown. */
export const useMediaUrl = (url: string | undefined): string | null | undefined => {
  const [fetched, setFetched] = useState<{ url: string; shown: string | null }>()

  useEffect(() => {
    if (!url || !isInDatabase(url)) return
    let left = false
    let shown: string | null = null
    void mediaBlobs
      .load()
      .then(({ readBlob }) => readBlob(url))
      // A blocked database counts as an empty one.
      .catch(() => undefined)
      .then((blob) => {
        if (left) return
        if (blob) shown = URL.createObjectURL(blob)
        setFetched({ url, shown })
      })
    return () => {
      left = true
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [url])

  if (!url) return url
  if (!isInDatabase(url)) return isShowable(url) ? url : null
  return fetched?.url === url ? fetched.shown : undefined
}
