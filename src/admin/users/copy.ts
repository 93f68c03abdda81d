import { makeZip } from 'client-zip'
import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { backendUrl } from '@/admin/backend/client'
import { fromStorage } from '@/admin/backend/errors'
import { untilAnswered } from '@/admin/backend/until-answered'
import { AppError } from '@/lib/errors'
import { fetchWithin } from '@/lib/fetch-with-timeout'
import { type Ask, createManifest, FILES_TABLE, isIntact, readCopy } from '@/lib/read-copy.mjs'
import { siteMediaUrl } from '@/lib/site-media'

/** How many of the files are done, none of which is known at first; `failure`: why something is tried again. */
export type Progress = { done: number; files: number; failure?: unknown }

type Entry = { name: string; input: Blob | Uint8Array<ArrayBuffer> | string }
type StoredFile = { name: string; size: number }

const AT_ONCE = 4
const FILE_TIMEOUT_MS = 5 * 60_000

const tableState = v.object({ name: v.string(), rows: v.number(), sha256: v.string() })
const answers = {
  copy_page: v.object({ rows: v.array(v.string()), after: v.nullable(v.record(v.string(), v.unknown())) }),
  copy_state: v.object({ migration: v.string(), tables: v.array(tableState) }),
}

/** Returns a stored file; undefined where Storage lacks it, or has other bytes under its name. */
const fetchFile = async (name: string, signal: AbortSignal) => {
  const answer = await fetchWithin(FILE_TIMEOUT_MS, siteMediaUrl(name), { signal }).catch((cause: Error) => {
    throw fromStorage(cause)
  })
  if (answer.status === 429 || answer.status >= 500) throw fromStorage({ message: '', status: answer.status })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return answer.ok && (await isIntact(name, bytes)) ? bytes : undefined
}

const sum = (sized: Iterable<{ size: number }>) => [...sized].reduce((total, { size }) => total + size, 0)

type Options = { limit: number; signal: AbortSignal; onProgress: (progress: Progress) => void }

/** Hands a copy's files on one by one, the manifest last; returns which ones Storage lacks. */
const readEntries = async (add: (entry: Entry) => Promise<void>, { limit, signal, onProgress }: Options) => {
  let progress: Progress = { done: 0, files: 0 }
  const report = (change: Partial<Progress>) => {
    progress = { ...progress, failure: undefined, ...change }
    onProgress(progress)
  }
  const answered = async <Answer>(attempt: () => Promise<Answer>) => {
    const answer = await untilAnswered(attempt, signal, (failure) => report({ failure }))
    report({})
    return answer
  }

  const askAgain: Ask = (name, args) => answered(() => ask(name, args as never, answers[name], { signal }))

  const tables = new Map<string, Blob[]>()
  const copied = new Set<string>()
  const missing = new Set<string>()
  let files: StoredFile[] = []

  const state = await readCopy(askAgain, {
    begin(table) {
      tables.set(table, [])
      if (table === FILES_TABLE) files = []
    },
    write(table, lines) {
      tables.get(table)?.push(new Blob(lines.map((line) => `${line}\n`)))
      if (table === FILES_TABLE) files.push(...lines.map((line): StoredFile => JSON.parse(line)))
      if (sum(files) + sum([...tables.values()].flat()) > limit) throw new AppError('too-large')
    },
    async readFiles() {
      missing.clear()
      const due = files.filter(({ name }) => !copied.has(name))
      report({ done: files.length - due.length, files: files.length })
      const waiting = due.values()
      const work = async () => {
        for (const { name } of waiting) {
          const input = await answered(() => fetchFile(name, signal))
          if (input) await add({ name: `files/${name}`, input })
          ;(input ? copied : missing).add(name)
          report({ done: progress.done + 1 })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
  })

  const manifest = createManifest(new URL(backendUrl).origin, state, missing)
  for (const { name, file } of manifest.tables) await add({ name: file, input: new Blob(tables.get(name)) })
  await add({ name: 'manifest.json', input: `${JSON.stringify(manifest, null, 2)}\n` })
  return manifest.missing
}

async function* valuesOf<Value>(stream: ReadableStream<Value>) {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

/**
 * Writes everything on the server into `target` as a ZIP file, unpacked a folder as `npm run backup` makes it; returns the names of
 * files that Storage lacks. Whatever ends it aborts `target`. Throws `AppError` (`too-large` before any file is fetched), `RangeError`
 * when the tables never keep still, and what `target` or an aborted signal throws.
 */
export const writeCopy = async (
  target: WritableStream<Uint8Array<ArrayBuffer>>,
  options: Options,
): Promise<string[]> => {
  const { readable, writable } = new TransformStream<Entry, Entry>()
  const entries = writable.getWriter()
  let missing: string[] = []
  const fill = async () => {
    missing = await readEntries((entry) => entries.write(entry), options)
    await entries.close()
  }
  void fill().catch((cause) => entries.abort(cause))
  const zip = makeZip(valuesOf(readable)) as ReadableStream<Uint8Array<ArrayBuffer>>
  await zip.pipeTo(target, { signal: options.signal })
  return missing
}
