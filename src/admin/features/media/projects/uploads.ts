import { supabase } from '@/admin/supabase'
import { untilAnswered } from '@/admin/until-answered'
import { outbox, type StoredFile } from '@/storage/outbox'
import { upload } from '../publish/upload'
import { askedIn } from './fields'
import { newRow, rowOf } from './rows'
import { note, without, workOf } from './work'

const LONGEST_PAUSE_MS = 25_000

const stored = new Set<string>()
const running = new Set<string>()
const losses = new Map<string, number>()

// One file at a time; whoever has to wait before the next attempt leaves the line to others.
let line: Promise<unknown> = Promise.resolve()
const inLine = (job: () => Promise<void>): Promise<void> => {
  const done = line.then(job)
  line = done.catch(() => {})
  return done
}

const blobs = new WeakMap<StoredFile, Blob>()

/** The same blob for the same file. */
export const toBlob = (file: StoredFile): Blob => {
  const blob = blobs.get(file) ?? new Blob([file.bytes], { type: file.type })
  blobs.set(file, blob)
  return blob
}

/** Whether the server has these files, as far as this page knows. */
export const areStored = (files: readonly StoredFile[] = []): boolean => files.every(({ name }) => stored.has(name))

const filesOf = (id: string, field: string): readonly StoredFile[] => outbox.changesOf(id)[field]?.files ?? []

/** Uploads the files of a picture, and tells when they are stored; the photograph's card says why they are not. */
export const uploadFiles = async (
  id: string,
  field: string,
  files: readonly StoredFile[],
  signal: AbortSignal,
  onStored: () => void,
): Promise<void> => {
  const key = `${id} ${field}`
  if (running.has(key)) return
  running.add(key)
  const onFailure = (error: unknown) => note(id, ({ refused }) => ({ refused: { ...refused, [field]: error } }))
  const attempt = () =>
    inLine(() =>
      upload(
        files.map((file) => ({ ...file, blob: toBlob(file) })),
        signal,
      ),
    )
  try {
    await untilAnswered(attempt, signal, onFailure)
    const names = files.map(({ name }) => name)
    for (const name of names) stored.add(name)
    note(id, ({ refused, missing }) => ({
      refused: without(refused, field),
      missing: missing.filter((name) => !names.includes(name)),
    }))
    onStored()
  } catch (error) {
    if (!signal.aborted) onFailure(error)
  } finally {
    running.delete(key)
  }
}

/** Uploads the scaled photographs of a project in the background; each card says how its own goes. */
export const uploadPictures = (id: string, signal: AbortSignal, onStored: () => void): void => {
  const changes = outbox.changesOf(id)
  const asked = askedIn(rowOf(id) ?? newRow(id), changes)
  const { refused } = workOf(id)
  for (const [field, { files }] of Object.entries(changes))
    if (files && !areStored(files) && !asked[field] && !(field in refused))
      void uploadFiles(id, field, files, signal, onStored)
}

/** Uploads a picture again whose files the server has cleared meanwhile, each time after a longer pause. */
export const uploadAgain = (id: string, field: string, signal: AbortSignal, onStored: () => void): void => {
  const files = filesOf(id, field)
  const count = losses.get(field) ?? 0
  losses.set(field, count + 1)
  for (const { name } of files) stored.delete(name)
  // Without them somebody has to choose it again.
  if (files.length === 0) note(id, ({ refused }) => ({ refused: { ...refused, [field]: 'media_missing' } }))
  else setTimeout(() => uploadFiles(id, field, files, signal, onStored), Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** count))
}

/** Notes which of these files the server does not have, where it can be asked. */
export const lookForFiles = async (id: string, names: readonly string[]): Promise<void> => {
  const { data } = await supabase.rpc('missing_site_media', { p_names: [...names] })
  if (data?.length) note(id, ({ missing }) => ({ missing: [...new Set([...missing, ...data])] }))
}
