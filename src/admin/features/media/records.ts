import type { SavedFile } from '@/domain/media'
import { timestampId } from '@/domain/media-upload'
import type { StoredValue, WriteOutcome } from '@/storage/stored-value'

const uploadDate = (): string => new Date().toLocaleDateString('en-GB')

type Records = StoredValue<SavedFile[]>

/** What is stored at this moment, by whichever tab; nothing where it cannot be read. */
export const recordsOf = (records: Records): readonly SavedFile[] => {
  const stored = records.read()
  return stored.state === 'value' ? stored.value : []
}

/** Adds a record at the end. */
export const addRecord = (records: Records, { name, url }: Pick<SavedFile, 'name' | 'url'>): WriteOutcome => {
  const list = recordsOf(records)
  return records.write([...list, { id: timestampId(list, Date.now()), name, url, uploadDate: uploadDate() }])
}

/** Takes a record out. */
export const removeRecord = (records: Records, id: string): WriteOutcome =>
  records.write(recordsOf(records).filter((record) => record.id !== id))

/** Puts a record back where it was, as far as the list still reaches. */
export const restoreRecord = (records: Records, record: SavedFile, index: number): WriteOutcome => {
  const list = recordsOf(records)
  return list.some(({ id }) => id === record.id) ? 'written' : records.write(list.toSpliced(index, 0, record))
}

/** Gives a record another name. */
export const renameRecord = (records: Records, id: string, name: string): WriteOutcome =>
  records.write(recordsOf(records).map((record) => (record.id === id ? { ...record, name } : record)))
