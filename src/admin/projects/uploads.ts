import { untilAnswered } from '@/admin/backend/until-answered'
import { upload } from '@/admin/pictures/upload'
import { type Change, outbox, type StoredFile } from '@/storage/outbox'
import { askedOf } from './rows'
import { refuse, workOf } from './work'

const stored = new Set<string>()
const running = new WeakMap<AbortSignal, Set<string>>()
const blobs = new WeakMap<StoredFile, Blob>()

/** The same blob for the same file. */
export const toBlob = (file: StoredFile): Blob => {
  const blob = blobs.get(file) ?? new Blob([file.bytes], { type: file.type })
  blobs.set(file, blob)
  return blob
}

/** Whether the server has these files, as far as this page knows. */
export const areStored = (files: readonly StoredFile[] = []): boolean => files.every(({ name }) => stored.has(name))

/** Notes that the server has lost these files. */
export const lose = (names: readonly string[]): void => {
  for (const name of names) stored.delete(name)
}

// One photograph at a time in all tabs; whoever pauses before the next attempt lets others go first.
const alone = (signal: AbortSignal, job: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('site-media', { signal }, job) : job()

type Picture = { id: string; field: string; files: readonly StoredFile[] }

const uploadFiles = async ({ id, field, files }: Picture, signal: AbortSignal, onEnd: () => void): Promise<void> => {
  const fields = running.get(signal) ?? new Set<string>()
  running.set(signal, fields.add(field))
  const media = files.map((file) => ({ ...file, blob: toBlob(file) }))
  const onFailure = (error: unknown) => {
    // The photograph may have been removed meanwhile.
    if (outbox.changesOf(id)[field]?.files) refuse(id, field, error)
  }
  try {
    await untilAnswered(() => alone(signal, () => upload(media, signal)), signal, onFailure)
    for (const { name } of files) stored.add(name)
    refuse(id, field, undefined)
  } catch (error) {
    if (!signal.aborted) onFailure(error)
  }
  fields.delete(field)
  if (!signal.aborted) onEnd()
}

/** The changes of a project that are neither left to another tab, asked about, nor refused. */
export const unblockedIn = (id: string): [field: string, change: Change][] => {
  const { refused } = workOf(id)
  const asked = askedOf(id)
  const isUnblocked = (field: string, { isHeard }: Change) => !isHeard && !asked[field] && !(field in refused)
  return Object.entries(outbox.changesOf(id)).filter(([field, change]) => isUnblocked(field, change))
}

/** Uploads a project's scaled photographs in the background until the signal is aborted; calls `onEnd` after each. */
export const uploadPictures = (id: string, signal: AbortSignal, onEnd: () => void): void => {
  for (const [field, { files }] of unblockedIn(id))
    if (files && !areStored(files) && !running.get(signal)?.has(field))
      void uploadFiles({ id, field, files }, signal, onEnd)
}
