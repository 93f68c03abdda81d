import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { siteMedia, supabase } from '@/admin/supabase'
import { fromAuth, fromStorage, parseResponse } from '@/admin/supabase-errors'
import { AppError, isAppError } from '@/lib/errors'
import type { MediaFile } from './prepare'

/** The upload of one file: `done` of all `bytes` lie behind it. It stays after a failure. */
export type Progress = { file: number; total: number; label: string; done: number; bytes: number }

/** Throws `AppError` unless there is a session, or one that could be renewed. */
export const assertSession = async (): Promise<void> => {
  const { data, error } = await supabase.auth.getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // A session that could not be renewed is refused in many words.
  if (!data.session) throw new AppError('signed-out', { cause: error })
}

const YEAR_SECONDS = '31536000'
// Without it, Storage keeps every file from search engines.
const SEARCHABLE = { 'x-robots-tag': 'all' }

// One after the other, those that are not stored yet.
const upload = async (
  files: readonly MediaFile[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const bucket = siteMedia(signal)
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0)
  onProgress({ file: 1, total: files.length, label: files[0]?.label ?? '', done: 0, bytes })
  await assertSession()
  const asked = supabase.rpc('missing_site_media', { p_names: files.map(({ name }) => name) }).abortSignal(signal)
  const missing = parseResponse(await asked, v.array(v.string()))
  let done = 0
  for (const [index, { name, label, blob }] of files.entries()) {
    signal.throwIfAborted()
    onProgress({ file: index + 1, total: files.length, label, done, bytes })
    done += blob.size
    if (!missing.includes(name)) continue
    await assertSession()
    const options = { cacheControl: YEAR_SECONDS, contentType: blob.type, headers: SEARCHABLE }
    const { error } = await bucket.upload(name, blob, options)
    const failure = error && fromStorage(error)
    // Stored by someone else meanwhile, or by an attempt whose response was lost.
    if (failure && failure.code !== 'conflict') throw failure
  }
}

const RETRY_MS = 5_000

const connection = (signal: AbortSignal) =>
  new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS)
    window.addEventListener('online', resolve, { once: true, signal })
    signal.addEventListener('abort', resolve, { once: true })
  })

/**
 * Uploads files and tells how far that is; `cancel` stops it, as leaving the screen does. While there is no connection,
 * it pauses if it `waits`, and fails otherwise.
 */
export const useUpload = (waits = false) => {
  const [progress, setProgress] = useState<Progress>()
  const [isPaused, setPaused] = useState(false)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const report = (now: Progress) => {
    setPaused(false)
    setProgress(now)
  }
  /** Returns whether they are stored now; throws `AppError` where that fails. */
  const store = async (wanted: readonly MediaFile[] | Promise<readonly MediaFile[]>): Promise<boolean> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    const files = await wanted
    let isStored = files.length === 0
    while (!isStored && !signal.aborted)
      try {
        await upload(files, signal, report)
        isStored = true
      } catch (error) {
        if (signal.aborted) break
        if (!waits || !isAppError(error, 'offline', 'timed-out')) throw error
        setPaused(true)
        await connection(signal)
      }
    setProgress(undefined)
    return !signal.aborted
  }
  return { store, progress, isPaused, cancel: () => controller.current?.abort() }
}
