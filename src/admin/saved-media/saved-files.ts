import { isInDatabase, isShowable, type SavedFile } from '@/domain/media'
import { MAX_PROJECT_IMAGES, timestampId } from '@/domain/media-upload'
import { decodeDataUrl, deleteBlobs, listBlobs, readBlob, saveBlob } from '@/storage/media-blobs'
import { projectImages } from '@/storage/media-keys'
import {
  isReferenced,
  LOCAL_STORAGE_ALLOWANCE,
  localStorageUsed,
  requestPersistence,
  withReservedQuota,
} from '@/storage/storage-usage'
import type { Stored, StoredValue, WriteOutcome } from '@/storage/stored-value'

type Records = StoredValue<SavedFile[]>

const NONE: readonly never[] = []

export const listOrEmpty = <T>(stored: Stored<T[]> | { state: 'unread' }): readonly T[] =>
  stored.state === 'value' ? stored.value : NONE

export const readRecords = <T>(records: StoredValue<T[]>): readonly T[] => listOrEmpty(records.read())

const insert = (records: Records, record: SavedFile, index: number): SaveOutcome => {
  const list = readRecords(records)
  if (records === projectImages && list.length >= MAX_PROJECT_IMAGES) return 'too-many'
  return records.write([...list.slice(0, index), record, ...list.slice(index)])
}

export const addRecord = (records: Records, { name, url }: Pick<SavedFile, 'name' | 'url'>): SaveOutcome => {
  const list = readRecords(records)
  const uploadDate = new Date().toLocaleDateString('en-GB')
  return insert(records, { id: timestampId(list, Date.now()), name, url, uploadDate }, list.length)
}

export const removeRecord = (records: Records, id: string): WriteOutcome =>
  records.write(readRecords(records).filter((record) => record.id !== id))

export const restoreRecord = (records: Records, record: SavedFile, index: number): SaveOutcome =>
  readRecords(records).some(({ id }) => id === record.id) ? 'written' : insert(records, record, index)

export const changeRecord = (records: Records, id: string, change: Partial<SavedFile>): WriteOutcome =>
  records.write(readRecords(records).map((record) => (record.id === id ? { ...record, ...change } : record)))

/** Reads a saved file, undefined if it is gone. Rejects without a database, or if it can't be fetched. */
export const readFile = async (url: string): Promise<Blob | undefined> => {
  if (isInDatabase(url)) return readBlob(url)
  if (!isShowable(url)) return undefined
  if (url.startsWith('data:')) return decodeDataUrl(url)
  const response = await fetch(url)
  return response.ok ? response.blob() : undefined
}

const LOCK = 'media-files'

/** Keeps all tabs from deleting unused files during a job. */
export const withSharedFileLock = <T>(job: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(LOCK, { mode: 'shared' }, job) : job()

/**
 * Deletes files that no record, even in quarantine, refers to, unless a tab holds the lock. Rejects without a database.
 */
export const deleteUnusedFiles = async (): Promise<void> => {
  await navigator.locks?.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const unused = (await listBlobs()).map(({ url }) => url).filter((url) => !isReferenced(url))
    if (unused.length > 0) await deleteBlobs(unused)
  })
}

/** `no-database`: local storage is full and there is no database. `too-many`: the contract's limit. */
export type SaveOutcome = WriteOutcome | 'no-database' | 'too-many'

type Commit = (url: string) => SaveOutcome

// No browser allows more, so don't encode larger files.
const MOST_CHARACTERS = 2 * LOCAL_STORAGE_ALLOWANCE
const dataUrlLength = (bytes: number) => Math.ceil(bytes / 3) * 4

const toDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(file)
  })

/** Saves a file as a data URL by `commit`. Rejects if it can't be read. */
export const saveInRecord = async (file: Blob, commit: Commit): Promise<SaveOutcome> => {
  if (localStorageUsed() + dataUrlLength(file.size) > MOST_CHARACTERS) return 'full'
  const url = await toDataUrl(file)
  return withReservedQuota(() => commit(url))
}

/** Saves a file in the database, and its `idb:` URL by `commit`. Rejects like `saveInRecord`. */
export const saveInDatabase = async (file: Blob, commit: Commit): Promise<SaveOutcome> => {
  // Copied to memory, because the file on disk may change.
  const blob = new Blob([await file.arrayBuffer()], { type: file.type })
  return withSharedFileLock(async () => {
    try {
      const url = await saveBlob(blob)
      const outcome = commit(url)
      if (outcome === 'written') await requestPersistence()
      else await deleteBlobs([url])
      return outcome
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full'
      console.info('The browser has no database for large files', error)
      return 'no-database'
    }
  })
}

/** Saves a file in its record, or in the database if local storage is full. Rejects like `saveInRecord`. */
export const saveFile = async (file: Blob, commit: Commit): Promise<SaveOutcome> => {
  const outcome = await saveInRecord(file, commit)
  return outcome === 'full' ? saveInDatabase(file, commit) : outcome
}

/** Restores a record. Moves its file to the database if local storage is full. */
export const restoreFile = async (url: string, commit: Commit): Promise<SaveOutcome> => {
  const outcome = commit(url)
  return outcome === 'full' && url.startsWith('data:') ? saveInDatabase(decodeDataUrl(url), commit) : outcome
}
