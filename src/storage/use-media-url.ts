import { useEffect, useState } from 'react'
import { isInDatabase, isShowable } from '@/domain/media'

// Safari requests video ranges, which data URLs don't support.
const needsBlob = (url: string) => isInDatabase(url) || url.startsWith('data:video/')

/** Returns the URL that shows a saved file: undefined while loading, null if it can't be shown. */
export const useMediaUrl = (url: string | undefined): string | null | undefined => {
  const [fetched, setFetched] = useState<{ url: string; shown: string | null }>()

  useEffect(() => {
    if (!url || !needsBlob(url)) return
    let isCancelled = false
    let shown: string | null = null
    void import('./media-blobs')
      .then(({ decodeDataUrl, readBlob }) => (isInDatabase(url) ? readBlob(url) : decodeDataUrl(url)))
      .catch(() => undefined)
      .then((blob) => {
        if (isCancelled) return
        if (blob) shown = URL.createObjectURL(blob)
        setFetched({ url, shown })
      })
    return () => {
      isCancelled = true
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [url])

  if (!url) return url
  if (!needsBlob(url)) return isShowable(url) ? url : null
  return fetched?.url === url ? fetched.shown : undefined
}
