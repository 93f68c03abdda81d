import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { COPY_FORMAT, createSum, FILES_TABLE, nameLost, sha256 } from '../../src/lib/read-copy.mjs'
import { CopyError } from './project.mjs'

/** @typedef {ReturnType<typeof import('../../src/lib/read-copy.mjs').createManifest>} Manifest */

const MANIFEST = 'manifest.json'
const OWN = /^(files|tables|manifest\.json.*|\..*)$/
const PARTS = ['', 'tables', 'files']

/** The name of a file until it is whole, another one in each run. */
export const partialOf = (/** @type {string} */ file) => `${file}.${process.pid}.partial`

export const fileOf = (/** @type {string} */ folder, /** @type {string} */ name) =>
  path.join(folder, 'files', path.basename(name))

/** Where a table's lines are; manifests write it with slashes. */
export const tableFile = (/** @type {string} */ folder, /** @type {{ file: string }} */ { file }) =>
  path.join(folder, 'tables', path.basename(file))

/** Writes a file in one step: whatever ends the run leaves none of it, or all. */
export const save = async (/** @type {string} */ file, /** @type {string | Uint8Array} */ data) => {
  await writeFile(partialOf(file), data)
  await rename(partialOf(file), file)
}

export const saveManifest = (/** @type {string} */ folder, /** @type {Manifest} */ manifest) =>
  save(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)

/** A folder's manifest, and the SHA-256 that it is known by; undefined where there is none. Throws `CopyError`. */
export const readManifest = async (/** @type {string} */ folder) => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause
  })
  if (text === undefined) return undefined
  try {
    /** @type {Manifest} */
    const manifest = JSON.parse(text)
    if (manifest.format === COPY_FORMAT) return { manifest, id: await sha256(text) }
  } catch {}
  throw new CopyError(
    `${folder}/${MANIFEST} isn't the manifest of a backup, or has a newer format. Update the site first.`,
  )
}

/** Makes a folder for the copy of a project, or goes on with it. Throws `CopyError` where it holds anything else. */
export const openFolder = async (/** @type {string} */ folder, /** @type {string} */ url) => {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]))
  const other = names.find((name) => !OWN.test(name))
  if (other)
    throw new CopyError(
      `${folder} contains other files (${other}). Choose an empty folder, or one with an earlier backup of this project.`,
    )
  const { manifest } = (await readManifest(folder)) ?? {}
  if (manifest && manifest.project !== url)
    throw new CopyError(`${folder} contains a backup of ${manifest.project}. Choose another folder for ${url}.`)
  for (const part of PARTS) await mkdir(path.join(folder, part), { recursive: true })
  await chmod(folder, 0o700)
}

/** @returns {AsyncGenerator<string[]>} the lines of a file, about a megabyte at a time */
export async function* batchesOf(/** @type {string} */ file) {
  let rest = ''
  // Not by `readline`, which from Node 22 on ends lines at U+2028, too.
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 1_000_000 })) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/** A file's lines, parsed. */
export const rowsIn = async (/** @type {string} */ file) => {
  const rows = []
  for await (const lines of batchesOf(file)) rows.push(...lines.map((line) => JSON.parse(line)))
  return rows
}

/** The sum of a file's lines, but of those left out. */
export const sumOf = async (/** @type {string} */ file, isLeftOut = (/** @type {string} */ _line) => false) => {
  const sum = createSum()
  for await (const lines of batchesOf(file)) await sum.add(lines.filter((line) => !isLeftOut(line)))
  return sum.total()
}

/** @type {(folder: string, manifest: Manifest, name: string) => Promise<any[]>} a table's rows; throws `CopyError` where the copy lacks it */
export const rowsOf = (folder, { tables }, name) => {
  const table = tables.find((one) => one.name === name)
  if (!table) throw new CopyError(`${folder}/${MANIFEST} doesn't list ${name}, so the backup is damaged.`)
  return rowsIn(tableFile(folder, table))
}

/** What Storage had lost when the copy was made, by the words of photographs. */
export const lostIn = (/** @type {string} */ folder, /** @type {Manifest} */ manifest) =>
  nameLost(manifest.missing, (table) => rowsOf(folder, manifest, table))

/** Removes what the manifest does not name; returns how many files that were. */
export const prune = async (/** @type {string} */ folder, /** @type {Manifest} */ manifest) => {
  const stored = await rowsOf(folder, manifest, FILES_TABLE)
  const tables = manifest.tables.map(({ file }) => path.basename(file))
  const named = new Set([MANIFEST, ...tables, ...stored.map(({ name }) => name)])
  let removed = 0
  for (const part of PARTS)
    for (const entry of await readdir(path.join(folder, part), { withFileTypes: true })) {
      if (!entry.isFile() || named.has(entry.name) || entry.name.startsWith('.')) continue
      await rm(path.join(folder, part, entry.name))
      removed += 1
    }
  return removed
}
