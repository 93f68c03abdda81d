// `npm run backup -- --to FOLDER`: a copy of everything on the server, which `npm run restore` puts into an empty project.
import { appendFile, chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createManifest, FILES_TABLE, isIntact, readCopy } from '../src/lib/read-copy.mjs'
import { fileOf, isThere, prune, readManifest, save, saveManifest, storedFiles } from './copy/folder.mjs'
import { CopyError, counted, createProgress, forEach, openProject, run } from './copy/project.mjs'

const USAGE = 'npm run backup -- --to FOLDER [--prune]'
const OWN = ['files', 'manifest.json', 'manifest.json.partial', 'tables']

const openFolder = async (/** @type {string} */ folder, /** @type {string} */ url) => {
  const strange = await readdir(folder).then(
    (names) => names.filter((name) => !OWN.includes(name)),
    () => [],
  )
  if (strange.length > 0)
    throw new CopyError(`${folder} holds other things (${strange[0]}): choose a folder of its own.`)
  const { manifest } = (await readManifest(folder)) ?? {}
  if (manifest && manifest.project !== url)
    throw new CopyError(`${folder} has a copy of ${manifest.project}: choose another folder for ${url}.`)
  for (const part of ['', 'tables', 'files']) await mkdir(path.join(folder, part), { recursive: true })
  await chmod(folder, 0o700)
}

const backup = async (/** @type {string} */ folder, /** @type {boolean} */ isPruned) => {
  // Personal data: for its owner's eyes alone.
  process.umask(0o077)
  const project = openProject()
  await openFolder(folder, project.url)
  const progress = createProgress()
  const partialOf = (/** @type {string} */ table) => path.join('tables', `${table}.partial`)
  /** @type {Set<string>} */
  const missing = new Set()
  let fresh = 0
  let rows = 0
  let bytes = 0
  let files = 0

  const readFiles = async () => {
    const stored = await storedFiles(folder, { file: partialOf(FILES_TABLE) })
    bytes = stored.reduce((sum, { size }) => sum + size, 0)
    files = stored.length
    missing.clear()
    await forEach(stored, async ({ name, size }, index) => {
      const file = fileOf(folder, name)
      if (await isThere(file, size)) return
      const data = await project.download(name)
      if (!data || !(await isIntact(name, data))) return void missing.add(name)
      await save(file, data)
      fresh += 1
      progress(`Files: ${index + 1} of ${files}`)
    })
  }

  const state = await readCopy(project.ask, {
    begin: (table) => writeFile(path.join(folder, partialOf(table)), ''),
    write: async (table, lines) => {
      await appendFile(path.join(folder, partialOf(table)), lines.map((line) => `${line}\n`).join(''))
      rows += lines.length
      progress(`${table}: ${rows.toLocaleString('en-GB')} rows so far`)
    },
    readFiles,
  }).catch((cause) => {
    if (!(cause instanceof RangeError)) throw cause
    throw new CopyError(
      `${cause.message} changed each time while being read. Run the command again when less is going on.`,
    )
  })
  const manifest = createManifest(project.url, state, missing)
  for (const { name, file } of manifest.tables)
    await rename(path.join(folder, partialOf(name)), path.join(folder, file))
  await saveManifest(folder, manifest)
  const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${folder} has everything of ${project.url}: ${counted(total, 'row')} and ${counted(files - missing.size, 'file')} (${(bytes / 1e6).toFixed(1)} MB), ${fresh} of them new.`,
  )
  if (isPruned) console.log(`Removed ${counted(await prune(folder, manifest), 'file')} that it does not name.`)
  for (const name of missing)
    console.error(
      `Storage has lost ${name}, or other bytes under its name: choose that photograph again in the dashboard, or delete it there.`,
    )
  return missing.size === 0
}

const { values } = parseArgs({ options: { to: { type: 'string' }, prune: { type: 'boolean', default: false } } })
await run(USAGE, values.to, (folder) => backup(folder, values.prune))
