import { deleteBlobs, listBlobs } from '@/storage/media-blobs'
import { isMentioned } from '@/storage/storage-usage'

const LOCK = 'media-files'

/**
 * Keeps every tab from clearing files away until the returned function is called: while a file waits for its record, or
 * a deleted record for its undo. What that function returns resolves when the hold is really over.
 */
export const holdFiles = (): Promise<() => Promise<void>> =>
  new Promise((held) => {
    if (!navigator.locks) return held(async () => undefined)
    const over: Promise<void> = navigator.locks.request(
      LOCK,
      { mode: 'shared' },
      () =>
        new Promise<void>((release) =>
          held(() => {
            release()
            return over
          }),
        ),
    )
  })

/** Deletes files that no record names, not even one that was set aside. Does nothing while anybody holds files. */
export const clearUnusedFiles = async (): Promise<void> => {
  await navigator.locks?.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const unused = (await listBlobs()).map(({ url }) => url).filter((url) => !isMentioned(url))
    if (unused.length > 0) await deleteBlobs(unused)
  })
}
