import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { Card } from '@/admin/components/card'
import { formatBytes } from '@/admin/text/format-bytes'
import { adminVideos } from '@/storage/admin-keys'
import { listBlobs } from '@/storage/media-blobs'
import { heroSlides, projectImages } from '@/storage/media-keys'
import {
  databaseSpaceLeft,
  isStoragePersistent,
  LOCAL_STORAGE_ALLOWANCE,
  localStorageUsed,
} from '@/storage/storage-usage'

const USAGE = ['media', 'usage'] as const

const measure = async () => {
  const files = await listBlobs().catch(() => undefined)
  const inDatabase = files?.reduce((sum, { size }) => sum + size, 0)
  const left = files && (await databaseSpaceLeft())
  return { inDatabase, left, small: localStorageUsed(), persistent: await isStoragePersistent() }
}

export function StorageMeter() {
  const { data } = useQuery({ queryKey: USAGE, queryFn: measure })
  useEffect(() => {
    const again = () => void queryClient.invalidateQueries({ queryKey: USAGE })
    const stops = [adminVideos, projectImages, heroSlides].map((stored) => stored.subscribe(again))
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  if (!data) return null
  const { inDatabase, left, small, persistent } = data
  const used = (inDatabase ?? 0) + small
  const share = left === undefined ? small / LOCAL_STORAGE_ALLOWANCE : used / (used + left)
  return (
    <Card as="section" aria-label="Storage" className="grid gap-2 p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm">Storage in this browser</h2>
        <p className="tabular-figures">
          {`${formatBytes(used)} used${left === undefined ? '' : `, about ${formatBytes(left)} available`}`}
        </p>
      </div>
      <div className="h-1.5 overflow-hidden rounded-full bg-concrete-200">
        <div className="h-full min-w-1 bg-green-dark" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
      <p className="max-w-prose text-concrete-600">
        <span>
          {inDatabase === undefined
            ? 'This browser can’t store large files here, so you can only save about 5 MB.'
            : `Local storage: ${formatBytes(small)} of about 5 MB. Browser database, for larger files: ${formatBytes(inDatabase)}.`}
        </span>{' '}
        Until you publish them, videos and images are saved in this browser and appear on the homepage only here.{' '}
        <span>
          {persistent
            ? 'They stay until you delete them or clear this site’s data.'
            : 'The browser may clear them if the disk fills up, so keep your originals.'}
        </span>
      </p>
    </Card>
  )
}
