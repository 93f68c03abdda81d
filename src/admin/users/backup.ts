import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { backendUrl } from '@/admin/backend/client'
import { fromStorage } from '@/admin/backend/errors'
import { retryTransient } from '@/admin/backend/retry'
import { downloadFile } from '@/admin/components/download-file'
import {
  type Ask,
  type BackupState,
  createManifest,
  describeMissingFiles,
  FILES_TABLE,
  matchesHash,
  readConsistentTables,
} from '@/lib/backup-reader.mjs'
import { AppError } from '@/lib/errors'
import { fetchWithDeadline } from '@/lib/fetch-with-timeout'
import { loadModule } from '@/lib/lazy-module'
import { siteMediaUrl } from '@/lib/site-media'

/** How many of the files are done; none is known while the tables are read. `failure`: why something is tried again. */
export type BackupProgress = { done: number; files: number; failure?: unknown }

const AT_ONCE = 4
const FILE_TIMEOUT_MS = 5 * 60_000

/** The bytes that this browser can save: some write to a file what comes, others gather it first. */
export const getMaxBackupBytes = (): number => (window.showSaveFilePicker ? 1024 ** 3 : 250 * 1024 ** 2)

/** Returns a stored file; undefined where Storage lacks it, or has other bytes under its name. */
const fetchFile = async (name: string, signal: AbortSignal) => {
  const answer = await fetchWithDeadline(FILE_TIMEOUT_MS, siteMediaUrl(name), { signal }).catch((cause: Error) => {
    throw fromStorage(cause)
  })
  if (answer.status === 429 || answer.status >= 500) throw fromStorage({ message: '', status: answer.status })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return answer.ok && (await matchesHash(name, bytes)) ? bytes : undefined
}

/** The files of a copy's folder, the manifest last; `lost` gets what Storage has lost, by the words of photographs. */
async function* generateEntries(lost: string[], signal: AbortSignal, onProgress: (progress: BackupProgress) => void) {
  const tables = new Map<string, Blob[]>()
  const copied = new Set<string>()
  const missing = new Set<string>()
  let files: { name: string; size: number }[] = []
  let total = 0
  let state: BackupState
  let missingBefore: number
  const report = (failure?: unknown) =>
    signal.aborted || onProgress({ done: copied.size + missing.size, files: total, failure })
  const answered = <Answer>(attempt: () => Promise<Answer>) =>
    retryTransient(attempt, signal, report).finally(() => report())
  const callWithRetry: Ask = (name, args) => answered(() => callFunction(name, args as never, v.any(), { signal }))
  // Once more where some are missing: they may have been deleted since the tables were read.
  do {
    missingBefore = missing.size
    missing.clear()
    state = await readConsistentTables(callWithRetry, {
      begin(table) {
        tables.set(table, [])
        if (table === FILES_TABLE) files = []
      },
      write(table, lines) {
        tables.get(table)?.push(new Blob(lines.map((line) => `${line}\n`)))
        if (table === FILES_TABLE) files.push(...lines.map((line) => JSON.parse(line)))
        const bytes = [...files, ...[...tables.values()].flat()].reduce((sum, { size }) => sum + size, 0)
        if (bytes > getMaxBackupBytes()) throw new AppError('too-large')
      },
      readFiles: () => {},
    })
    total = files.length
    report()
    const due = files.filter(({ name }) => !copied.has(name))
    while (due.length > 0) {
      const some = due.splice(0, AT_ONCE).map(async ({ name }) => {
        const input = await answered(() => fetchFile(name, signal))
        ;(input ? copied : missing).add(name)
        return input && { name: `files/${name}`, input }
      })
      for (const entry of await Promise.all(some)) if (entry) yield entry
    }
  } while (missing.size > missingBefore)
  const readTableRows = async (table: string) =>
    (await new Blob(tables.get(table)).text()).split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
  lost.push(...(await describeMissingFiles([...missing], readTableRows)))
  const manifest = createManifest(new URL(backendUrl).origin, state, missing)
  for (const { name, file } of manifest.tables) yield { name: file, input: new Blob(tables.get(name)) }
  yield { name: 'manifest.json', input: `${JSON.stringify(manifest, null, 2)}\n` }
}

/**
 * Saves all that the server has as a ZIP file, unpacked a folder as `npm run backup` makes it; returns what Storage has lost, by the words
 * of photographs. Throws `AppError` (`too-large` before a file is fetched), `RangeError` when the tables never keep still, and `DOMException`,
 * as `AbortError` also when no file was chosen.
 */
export const downloadBackup = async (
  signal: AbortSignal,
  onProgress: (progress: BackupProgress) => void,
): Promise<string[]> => {
  const name = `backup-${new Date().toISOString().slice(0, 10)}.zip`
  // First of all: browsers let a page ask for a file only just after a click.
  const file = await window.showSaveFilePicker?.({ suggestedName: name })
  onProgress({ done: 0, files: 0 })
  const lost: string[] = []
  const parts: Blob[] = []
  try {
    const { makeZip } = await loadModule(() => import('client-zip'))
    const gathering = () => new WritableStream({ write: (part) => void parts.push(new Blob([part])) })
    const target = file ? await file.createWritable() : gathering()
    await makeZip(generateEntries(lost, signal, onProgress)).pipeTo(target, { signal })
  } catch (cause) {
    // Where it was to be saved lies an empty file.
    await file?.remove?.().catch(() => {})
    throw cause
  }
  if (!file) downloadFile(name, 'application/zip', parts)
  return lost
}
