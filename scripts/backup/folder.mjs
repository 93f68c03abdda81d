import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  BACKUP_FORMAT,
  createChecksum,
  describeMissingFiles,
  FILES_TABLE,
  sha256,
} from '../../src/lib/backup-reader.mjs'
import { BackupError } from './project.mjs'

/** @typedef {ReturnType<typeof import('../../src/lib/backup-reader.mjs').createManifest>} Manifest */

const MANIFEST = 'manifest.json'
const OWN = /^(files|tables|manifest\.json.*|\..*)$/
const PARTS = ['', 'tables', 'files']

/** Returns a partial file's name, unique to this run. */
export const getPartialPath = (/** @type {string} */ file) => `${file}.${process.pid}.partial`

/** Returns the path of a stored file. Enquiries with equal photos share one. */
export const getFilePath = (/** @type {string} */ folder, /** @type {string} */ name) =>
  path.join(folder, 'files', path.basename(name))

/** Returns the path of a table's lines. Manifests use slashes. */
export const tableFile = (/** @type {string} */ folder, /** @type {{ file: string }} */ { file }) =>
  path.join(folder, 'tables', path.basename(file))

/** Writes a file atomically, even twice at once. */
export const save = async (/** @type {string} */ file, /** @type {string | Uint8Array} */ data) => {
  const partial = getPartialPath(`${file}.${randomUUID()}`)
  await writeFile(partial, data)
  await rename(partial, file)
}

export const saveManifest = (/** @type {string} */ folder, /** @type {Manifest} */ manifest) =>
  save(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)

/** Reads a folder's manifest and its SHA-256; undefined without one. Throws `BackupError`. */
export const readManifest = async (/** @type {string} */ folder) => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause
  })
  if (text === undefined) return undefined
  try {
    /** @type {Manifest} */
    const manifest = JSON.parse(text)
    if (manifest.format === BACKUP_FORMAT) return { manifest, id: await sha256(text) }
  } catch {}
  throw new BackupError(
    `${folder}/${MANIFEST} isn't the manifest of a backup, or has a newer format. Update the site first.`,
  )
}

/** Creates or reuses a backup's folder. Throws `BackupError` if it contains anything else. */
export const openFolder = async (/** @type {string} */ folder, /** @type {string} */ url) => {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]))
  const other = names.find((name) => !OWN.test(name))
  if (other)
    throw new BackupError(
      `${folder} contains other files (${other}). Choose an empty folder, or one with an earlier backup of this project.`,
    )
  const { manifest } = (await readManifest(folder)) ?? {}
  if (manifest && manifest.project !== url)
    throw new BackupError(`${folder} contains a backup of ${manifest.project}. Choose another folder for ${url}.`)
  for (const part of PARTS) await mkdir(path.join(folder, part), { recursive: true })
  await chmod(folder, 0o700)
}

/** @returns {AsyncGenerator<string[]>} a file's lines, in batches of about 1 MB */
export async function* readBatches(/** @type {string} */ file) {
  let rest = ''
  // From Node 22 on, `readline` also ends lines at U+2028.
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 1_000_000 })) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/** Parses a file's lines as JSON. */
export const readLines = async (/** @type {string} */ file) => {
  const rows = []
  for await (const lines of readBatches(file)) rows.push(...lines.map((line) => JSON.parse(line)))
  return rows
}

/** Checksums a file's lines, except those left out. */
export const checksumTable = async (/** @type {string} */ file, isLeftOut = (/** @type {string} */ _line) => false) => {
  const sum = createChecksum()
  for await (const lines of readBatches(file)) await sum.add(lines.filter((line) => !isLeftOut(line)))
  return sum.total()
}

/** @type {(folder: string, manifest: Manifest, name: string) => Promise<any[]>} a table's rows; throws `BackupError` if the backup lacks it */
export const readTable = (folder, { tables }, name) => {
  const table = tables.find((one) => one.name === name)
  if (!table) throw new BackupError(`${folder}/${MANIFEST} doesn't list ${name}, so the backup is damaged.`)
  return readLines(tableFile(folder, table))
}

/** Describes files that Storage lacked during the backup. */
export const listMissingFiles = (/** @type {string} */ folder, /** @type {Manifest} */ manifest) =>
  describeMissingFiles(manifest.missing, (table) => readTable(folder, manifest, table))

/** Removes files that the manifest doesn't list. Returns their number. */
export const prune = async (/** @type {string} */ folder, /** @type {Manifest} */ manifest) => {
  const stored = await readTable(folder, manifest, FILES_TABLE)
  const tables = manifest.tables.map(({ file }) => path.basename(file))
  const named = new Set([MANIFEST, ...tables, ...stored.map(({ name }) => path.basename(name))])
  let removed = 0
  for (const part of PARTS)
    for (const entry of await readdir(path.join(folder, part), { withFileTypes: true })) {
      if (!entry.isFile() || named.has(entry.name) || entry.name.startsWith('.')) continue
      await rm(path.join(folder, part, entry.name))
      removed += 1
    }
  return removed
}
