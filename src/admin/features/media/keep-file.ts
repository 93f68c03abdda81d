import { deleteBlobs, saveBlob } from '@/storage/media-blobs'
import { askForPersistence, LOCAL_STORAGE_ALLOWANCE, localStorageUsed } from '@/storage/storage-usage'
import type { WriteOutcome } from '@/storage/stored-value'
import { toDataUrl } from './read-file'
import { holdFiles } from './stored-files'

/** How keeping a file ended. `no-database`: the browser allows none here, and without it there is no room. */
export type KeepOutcome = WriteOutcome | 'no-database'

/** A larger file goes to the database at once: every page reads all of local storage before it shows anything. */
const INLINE_CHARACTERS = 512 * 1024
// Session, consent and the records themselves need room in local storage too.
const RESERVED_CHARACTERS = 1024 * 1024

/** Characters of the data URL of so many bytes. */
const inlineLength = (bytes: number) => Math.ceil(bytes / 3) * 4 + 64

/** Whether a file is kept inside its record, given what local storage already holds. */
export const fitsInline = (bytes: number, used: number): boolean =>
  inlineLength(bytes) <= INLINE_CHARACTERS &&
  used + inlineLength(bytes) <= LOCAL_STORAGE_ALLOWANCE - RESERVED_CHARACTERS

/**
 * Keeps a file where it fits and has `commit` write the record with its address: inside the record while small, else in
 * the browser's database, file first. Anything but `written` has changed nothing.
 */
export const keepFile = async (file: Blob, commit: (url: string) => WriteOutcome): Promise<KeepOutcome> => {
  if (fitsInline(file.size, localStorageUsed())) {
    const outcome = commit(await toDataUrl(file))
    if (outcome !== 'full') return outcome
  }
  const release = await holdFiles()
  try {
    const url = await saveBlob(file)
    const outcome = commit(url)
    if (outcome === 'written') await askForPersistence()
    else await deleteBlobs([url])
    return outcome
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
    console.info('The browser has no database for large files', error)
    // The last resort, up to whatever the browser allows.
    const small = inlineLength(file.size) <= LOCAL_STORAGE_ALLOWANCE
    return small && commit(await toDataUrl(file)) === 'written' ? 'written' : 'no-database'
  } finally {
    void release()
  }
}
