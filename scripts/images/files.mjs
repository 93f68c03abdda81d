// @ts-check
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/**
 * Every file under a folder as a sorted list of slash paths relative to it.
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function listFiles(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * An empty file is what a full disk leaves behind, so it does not count as present.
 * @param {string} file
 */
export async function isPresent(file) {
  const info = await stat(file).catch(() => null)
  return info !== null && info.size > 0
}

/**
 * Outputs are judged up to date by their name alone; the rename keeps an interrupted run from leaving half a file
 * under a final name.
 * @param {string} file
 * @param {Buffer | string} data
 */
export async function writeAtomically(file, data) {
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.partial`
  await writeFile(partial, data)
  await rename(partial, file)
}

/**
 * Removes what no master explains any more and returns the removed paths.
 * @param {string} root
 * @param {Set<string>} wanted slash paths relative to root
 */
export async function removeOthers(root, wanted) {
  const stale = (await listFiles(root)).filter((file) => !wanted.has(file))
  await Promise.all(stale.map((file) => rm(join(root, file))))
  return stale
}
