import type { SavedFile } from '@/domain/media'
import { timestampId } from '@/domain/media-upload'
import type { StoredValue, WriteOutcome } from '@/storage/stored-value'

const uploadDate = (): string => new Date().toLocaleDateString('en-GB')

type Records = StoredValue<SavedFile[]>

/** What is stored now, by any tab; empty when it cannot be read. */
export const recordsOf = (records: Records): readonly SavedFile[] => {
  const stored = records.read()
  return stored.state === 'value' ? stored.value : []
}

export const addRecord = (records: Records, { name, url }: Pick<SavedFile, 'name' | 'url'>): WriteOutcome => {
  const list = recordsOf(records)
  return records.write([...list, { id: timestampId(list, Date.now()), name, url, uploadDate: uploadDate() }])
}

export const removeRecord = (records: Records, id: string): WriteOutcome =>
  records.write(recordsOf(records).filter((record) => record.id !== id))

/** Puts a record back at `index`, or at the end of a shorter list. */
export const restoreRecord = (records: Records, record: SavedFile, index: number): WriteOutcome => {
  const list = recordsOf(records)
  return list.some(({ id }) => id === record.id) ? 'written' : records.write(list.toSpliced(index, 0, record))
}

export const changeRecord = (records: Records, id: string, change: Partial<SavedFile>): WriteOutcome =>
  records.write(recordsOf(records).map((record) => (record.id === id ? { ...record, ...change } : record)))
