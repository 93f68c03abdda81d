import * as v from 'valibot'
import { callFunction, readEnquiryPhoto } from '@/admin/backend/api'
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
import { AppError, isAppError } from '@/lib/errors'
import { fetchWithDeadline } from '@/lib/fetch-with-timeout'
import { loadModule } from '@/lib/lazy-module'
import { siteMediaUrl } from '@/lib/site-media'

/** Progress in files, 0 while tables are read. `failure`: reason for a retry. */
export type BackupProgress = { done: number; files: number; failure?: unknown }

const AT_ONCE = 4
const FILE_TIMEOUT_MS = 5 * 60_000

/** Returns the limit in bytes, which is lower if the browser can't stream to a file. */
export const getMaxBackupBytes = (): number => (window.showSaveFilePicker ? 1024 ** 3 : 250 * 1024 ** 2)

const fetchMedia = async (name: string, signal: AbortSignal) => {
  const answer = await fetchWithDeadline(FILE_TIMEOUT_MS, siteMediaUrl(name), { signal }).catch((cause: Error) => {
    throw fromStorage(cause)
  })
  if (answer.status === 429 || answer.status >= 500) throw fromStorage({ message: '', status: answer.status })
  return answer.ok ? answer : undefined
}

const fetchPhoto = (name: string, signal: AbortSignal) =>
  readEnquiryPhoto(name, signal).catch((error: unknown) => {
    if (!isAppError(error, 'not-found')) throw error
  })

/** Returns undefined if the file is missing or its hash doesn't match its name. */
const fetchFile = async (name: string, signal: AbortSignal) => {
  // Only names of enquiry photos contain a slash.
  const file = await (name.includes('/') ? fetchPhoto : fetchMedia)(name, signal)
  const bytes = file && new Uint8Array(await file.arrayBuffer())
  return bytes && (await matchesHash(name, bytes)) ? bytes : undefined
}

// The manifest comes last, because it lists the missing files. `lost` receives their descriptions.
async function* generateEntries(lost: string[], signal: AbortSignal, onProgress: (progress: BackupProgress) => void) {
  const tables = new Map<string, Blob[]>()
  const copied = new Set<string>()
  const missing = new Set<string>()
  const written = new Set<string>()
  let files: { name: string; size: number }[] = []
  let total = 0
  let state: BackupState
  let missingBefore: number
  const report = (failure?: unknown) =>
    signal.aborted || onProgress({ done: copied.size + missing.size, files: total, failure })
  const retryWithReport = <Answer>(attempt: () => Promise<Answer>) =>
    retryTransient(attempt, signal, report).finally(() => report())
  const callWithRetry: Ask = (name, args) =>
    retryWithReport(() => callFunction(name, args as never, v.any(), { signal }))
  // Missing files may have been deleted since the tables were read.
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
        const input = await retryWithReport(() => fetchFile(name, signal))
        ;(input ? copied : missing).add(name)
        return input && { name: `files/${name.split('/').pop()}`, input }
      })
      for (const entry of await Promise.all(some)) {
        // Enquiries with equal photos share a file.
        if (!entry || written.has(entry.name)) continue
        written.add(entry.name)
        yield entry
      }
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
 * Saves a ZIP file in the format of `npm run backup`. Returns descriptions of missing files. Throws `AppError`
 * (`too-large`), `RangeError` if the tables keep changing, and `DOMException` (`AbortError` if no file was chosen).
 */
export const downloadBackup = async (
  signal: AbortSignal,
  onProgress: (progress: BackupProgress) => void,
): Promise<string[]> => {
  const name = `backup-${new Date().toISOString().slice(0, 10)}.zip`
  // Browsers open the file picker only right after a click.
  const file = await window.showSaveFilePicker?.({ suggestedName: name })
  onProgress({ done: 0, files: 0 })
  const lost: string[] = []
  const parts: Blob[] = []
  try {
    const { makeZip } = await loadModule(() => import('client-zip'))
    const createBuffer = () => new WritableStream({ write: (part) => void parts.push(new Blob([part])) })
    const target = file ? await file.createWritable() : createBuffer()
    await makeZip(generateEntries(lost, signal, onProgress)).pipeTo(target, { signal })
  } catch (cause) {
    // Remove the picker's empty file.
    await file?.remove?.().catch(() => {})
    throw cause
  }
  if (!file) downloadFile(name, 'application/zip', parts)
  return lost
}
