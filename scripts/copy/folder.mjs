import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { COPY_FORMAT, createSum, FILES_TABLE, sha256 } from '../../src/lib/read-copy.mjs'
import { CopyError } from './project.mjs'

/**
 * @typedef {{ name: string, file: string, rows: number, sha256: string }} Table
 * @typedef {{ format: number, project: string, made_at: string, migration: string, tables: Table[], missing: string[] }} Manifest
 * @typedef {{ name: string, size: number, type: string, cache_control: string | null, robots: string | null }} StoredFile
 */

const MANIFEST = 'manifest.json'
const PARTIAL = '.partial'
const BATCH = { rows: 500, characters: 1_000_000 }

export const fileOf = (/** @type {string} */ folder, /** @type {string} */ name) => path.join(folder, 'files', name)

/** Writes a file in one step: whatever ends the run leaves none of it, or all. */
export const save = async (/** @type {string} */ file, /** @type {string | Uint8Array} */ data) => {
  await writeFile(file + PARTIAL, data)
  await rename(file + PARTIAL, file)
}

export const saveManifest = (/** @type {string} */ folder, /** @type {Manifest} */ manifest) =>
  save(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)

/** A folder's manifest, and the SHA-256 that it is known by; undefined where there is none. Throws `CopyError`. */
export const readManifest = async (/** @type {string} */ folder) => {
  const file = path.join(folder, MANIFEST)
  if (!existsSync(file)) return undefined
  const text = await readFile(file, 'utf8')
  /** @type {Manifest | undefined} */
  let manifest
  try {
    manifest = JSON.parse(text)
  } catch {}
  if (manifest?.format !== COPY_FORMAT)
    throw new CopyError(`${file} is no manifest of a copy, or of a newer kind than this version of the site knows.`)
  return { manifest, id: await sha256(text) }
}

/** @returns {AsyncGenerator<string[]>} the lines of a file in batches */
export async function* batchesOf(/** @type {string} */ file) {
  /** @type {string[]} */
  let batch = []
  let characters = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line)
    characters += line.length
    if (batch.length < BATCH.rows && characters < BATCH.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** The stored files that a table's lines tell of; `file` is undefined where the copy has no such table. */
export const storedFiles = async (
  /** @type {string} */ folder,
  /** @type {Pick<Table, 'file'> | undefined} */ table,
) => {
  /** @type {StoredFile[]} */
  const files = []
  if (table)
    for await (const lines of batchesOf(path.join(folder, table.file)))
      files.push(...lines.map((line) => JSON.parse(line)))
  return files
}

export const filesTable = (/** @type {Manifest} */ { tables }) => tables.find(({ name }) => name === FILES_TABLE)

/** The sum of a table's lines, but of those left out. */
export const sumOf = async (/** @type {string} */ file, isLeftOut = (/** @type {string} */ _line) => false) => {
  const sum = createSum()
  for await (const lines of batchesOf(file)) await sum.add(lines.filter((line) => !isLeftOut(line)))
  return sum.total()
}

/** Removes what the manifest does not name; returns how many files that were. */
export const prune = async (/** @type {string} */ folder, /** @type {Manifest} */ manifest) => {
  const named = new Set(manifest.tables.map(({ file }) => path.basename(file)))
  for (const { name } of await storedFiles(folder, filesTable(manifest))) named.add(name)
  let removed = 0
  for (const part of ['tables', 'files'])
    for (const name of await readdir(path.join(folder, part))) {
      if (named.has(name)) continue
      await rm(path.join(folder, part, name))
      removed += 1
    }
  return removed
}

/** Whether a file is there in its full size. */
export const isThere = async (/** @type {string} */ file, /** @type {number} */ size) =>
  (await stat(file).catch(() => undefined))?.size === size
