import * as v from 'valibot'
import { callFunction, uploadFile } from '@/admin/backend/api'
import { assertSession } from '@/admin/session/assert-session'
import { AppError } from '@/lib/errors'
import type { MediaFile } from './media-files'

/** Progress, kept after a failure. `done` bytes come before the current file. */
export type UploadStatus = { file: number; total: number; label: string; done: number; bytes: number }

export const findMissingFiles = (names: readonly string[], signal?: AbortSignal): Promise<string[]> =>
  callFunction('missing_site_media', { p_names: [...names] }, v.array(v.string()), { signal })

/** Uploads missing files one by one. An `AppError` names the failed file. */
export const uploadFiles = async (
  files: readonly MediaFile[],
  signal: AbortSignal,
  onProgress: (progress: UploadStatus) => void = () => {},
): Promise<void> => {
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  let label = files[0]?.label ?? ''
  let done = 0
  try {
    onProgress({ file: 1, total: files.length, label, done, bytes })
    const user = await assertSession()
    const names = files.map(({ name }) => name)
    const missing = await findMissingFiles(names, signal)
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted()
      label = file.label
      onProgress({ file: index + 1, total: files.length, label, done, bytes })
      done += file.blob.size
      if (!missing.includes(file.name)) continue
      await assertSession(user)
      await uploadFile(file, signal)
    }
  } catch (error) {
    if (error instanceof AppError) error.file = label
    throw error
  }
}
