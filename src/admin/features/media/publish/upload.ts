import { AppError, isAppError } from '@/lib/errors'
import { fromAuth, fromStorage } from '@/lib/supabase-errors'
import { siteMedia, supabase } from '@/supabase'
import type { MediaFile } from './prepare'

/** The upload of one file: `done` of all `bytes` lie behind it. It stays after a failure. */
export type Progress = { file: number; total: number; label: string; done: number; bytes: number }

type Bucket = ReturnType<typeof siteMedia>

const PAGE = 1000

const storedNames = async (bucket: Bucket): Promise<Set<string>> => {
  const names = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const { data, error } = await bucket.list('', { limit: PAGE, offset })
    if (error) throw fromStorage(error)
    for (const { name } of data) names.add(name)
    if (data.length < PAGE) return names
  }
}

/** Throws `AppError` unless there is a session, or one that could be renewed. */
export const assertSession = async (): Promise<void> => {
  const { data, error } = await supabase.auth.getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // A session that could not be renewed is refused in many words.
  if (!data.session) throw new AppError('signed-out', { cause: error })
}

const YEAR_SECONDS = '31536000'

/** Uploads, one after the other, the files that are not stored yet. Throws `AppError`, or what `signal` was aborted with. */
export const upload = async (
  files: readonly MediaFile[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const bucket = siteMedia(signal)
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  onProgress({ file: 1, total: files.length, label: files[0]?.label ?? '', done: 0, bytes })
  await assertSession()
  const stored = await storedNames(bucket)
  let done = 0
  for (const [index, { name, label, blob }] of files.entries()) {
    signal.throwIfAborted()
    onProgress({ file: index + 1, total: files.length, label, done, bytes })
    done += blob.size
    if (stored.has(name)) continue
    await assertSession()
    const { error } = await bucket.upload(name, blob, { cacheControl: YEAR_SECONDS, contentType: blob.type })
    const failure = error && fromStorage(error)
    // Stored by someone else meanwhile, or by an attempt whose response was lost.
    if (failure && failure.code !== 'conflict') throw failure
  }
}
