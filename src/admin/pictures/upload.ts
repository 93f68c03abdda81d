import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { siteMedia, supabase } from '@/admin/backend/client'
import { fromAuth, fromStorage, parseResponse } from '@/admin/backend/errors'
import type { MediaFile } from '@/admin/publications/prepare'
import { adminSession } from '@/admin/session/admin-session'
import { AppError, isAppError } from '@/lib/errors'

/** The upload of one file: `done` of all `bytes` lie behind it. It stays after a failure. */
export type Progress = { file: number; total: number; label: string; done: number; bytes: number }

/** Returns whose session there is, renewed if need be. Throws `AppError` without one, and for another user's. */
export const assertSession = async (user = adminSession.current()?.user.id): Promise<string> => {
  const { data, error } = await supabase.auth.getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // A session that could not be renewed is refused in many words; another tab's sign-in is known here a moment later.
  if (!data.session || data.session.user.id !== user) throw new AppError('signed-out', { cause: error })
  return user
}

// What is deleted for good stays nowhere much longer; asking again costs little, as a name stands for its bytes.
const HOUR_SECONDS = '3600'
// Without it, Storage keeps every file from search engines.
const SEARCHABLE = { 'x-robots-tag': 'all' }

/** Uploads the files that are not stored yet, one after the other. Throws `AppError`. */
export const upload = async (
  files: readonly MediaFile[],
  signal: AbortSignal = new AbortController().signal,
  onProgress: (progress: Progress) => void = () => {},
): Promise<void> => {
  const bucket = siteMedia(signal)
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  onProgress({ file: 1, total: files.length, label: files[0]?.label ?? '', done: 0, bytes })
  const user = await assertSession()
  const asked = supabase.rpc('missing_site_media', { p_names: files.map(({ name }) => name) }).abortSignal(signal)
  const missing = parseResponse(await asked, v.array(v.string()))
  let done = 0
  for (const [index, { name, label, blob }] of files.entries()) {
    signal.throwIfAborted()
    onProgress({ file: index + 1, total: files.length, label, done, bytes })
    done += blob.size
    if (!missing.includes(name)) continue
    await assertSession(user)
    const options = { cacheControl: HOUR_SECONDS, contentType: blob.type, headers: SEARCHABLE }
    const { error } = await bucket.upload(name, blob, options)
    const failure = error && fromStorage(error)
    // Stored by someone else meanwhile, or by an attempt whose response was lost.
    if (failure && failure.code !== 'conflict') throw failure
  }
}

/** Uploads files and tells how far that is; `cancel` stops it, as leaving the screen does. */
export const useUpload = () => {
  const [progress, setProgress] = useState<Progress>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  /** Returns whether they are stored now; throws `AppError` where that fails. */
  const store = async (files: readonly MediaFile[]): Promise<boolean> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      await upload(files, signal, setProgress)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    setProgress(undefined)
    return !signal.aborted
  }
  return { store, progress, cancel: () => controller.current?.abort() }
}
