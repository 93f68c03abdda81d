import { deleteBlobs, listBlobs, saveBlob } from '@/storage/media-blobs'
import { askForPersistence, isMentioned, LOCAL_STORAGE_ALLOWANCE, localStorageUsed } from '@/storage/storage-usage'
import type { WriteOutcome } from '@/storage/stored-value'

const LOCK = 'media-files'

/** Prevents every tab from deleting unused files until the returned function is called; that resolves once unlocked. */
export const lockFiles = (): Promise<() => Promise<void>> =>
  new Promise((locked) => {
    if (!navigator.locks) return locked(async () => undefined)
    const released: Promise<void> = navigator.locks.request(
      LOCK,
      { mode: 'shared' },
      () =>
        new Promise<void>((release) =>
          locked(() => {
            release()
            return released
          }),
        ),
    )
  })

/** Deletes files that no record refers to, set-aside records included. Does nothing while any tab has a lock. */
export const clearUnusedFiles = async (): Promise<void> => {
  await navigator.locks?.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const unused = (await listBlobs()).map(({ url }) => url).filter((url) => !isMentioned(url))
    if (unused.length > 0) await deleteBlobs(unused)
  })
}

/** How saving a file ended. `no-database`: the browser allows no database, and the file is too large without one. */
export type SaveOutcome = WriteOutcome | 'no-database'

// Larger files go to the database: every page reads all of local storage before its first render.
const INLINE_CHARACTERS = 512 * 1024
const RESERVED_CHARACTERS = 1024 * 1024

// Length of a data URL.
const inlineLength = (bytes: number) => Math.ceil(bytes / 3) * 4 + 64

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(blob)
  })

/** Whether a file is saved inside its record, given the characters already `used` in local storage. */
export const fitsInline = (bytes: number, used: number): boolean =>
  inlineLength(bytes) <= INLINE_CHARACTERS &&
  used + inlineLength(bytes) <= LOCAL_STORAGE_ALLOWANCE - RESERVED_CHARACTERS

/** Saves a file, small ones inside their record, and calls `commit` to write the record; changes nothing on failure. */
export const saveFile = async (file: Blob, commit: (url: string) => WriteOutcome): Promise<SaveOutcome> => {
  if (fitsInline(file.size, localStorageUsed())) {
    const outcome = commit(await toDataUrl(file))
    if (outcome !== 'full') return outcome
  }
  const release = await lockFiles()
  try {
    const url = await saveBlob(file)
    const outcome = commit(url)
    if (outcome === 'written') await askForPersistence()
    else await deleteBlobs([url])
    return outcome
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
    console.info('The browser has no database for large files', error)
    const small = inlineLength(file.size) <= LOCAL_STORAGE_ALLOWANCE
    return small && commit(await toDataUrl(file)) === 'written' ? 'written' : 'no-database'
  } finally {
    void release()
  }
}
