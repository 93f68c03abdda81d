import { useEffect, useState } from 'react'
import { isInDatabase, isShowable } from '@/domain/media'
import { lateModule } from '@/lib/late-module'

const mediaBlobs = lateModule(() => import('./media-blobs'))

/**
 * Turns a saved address into one that an element can show. A file in the browser's database arrives later: `undefined`
 * until then, `null` when it is gone or is no picture or film. Its code and the database are touched only when such an address occurs.
 */
export const useMediaUrl = (url: string | undefined): string | null | undefined => {
  const [fetched, setFetched] = useState<{ url: string; shown: string | null }>()

  useEffect(() => {
    if (!url || !isInDatabase(url)) return
    let left = false
    let shown: string | null = null
    void mediaBlobs
      .load()
      .then(({ readBlob }) => readBlob(url))
      // A blocked database is no different from an empty one to a page that wants to show a picture.
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
