// `npm run backup -- --to FOLDER`: a copy of everything on the server, which `npm run restore` puts into an empty project.
import { appendFile, chmod, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createManifest, FILES_TABLE, isIntact, readCopy } from '../src/lib/read-copy.mjs'
import { fileOf, prune, readManifest, rowsIn, save, saveManifest } from './copy/folder.mjs'
import { CopyError, counted, forEach, progress, run } from './copy/project.mjs'

const OWN = ['files', 'manifest.json', 'manifest.json.partial', 'tables']

const openFolder = async (/** @type {string} */ folder, /** @type {string} */ url) => {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]))
  const other = names.find((name) => !OWN.includes(name) && !name.startsWith('.'))
  if (other) throw new CopyError(`${folder} holds other things (${other}): choose a folder for the copy alone.`)
  const { manifest } = (await readManifest(folder)) ?? {}
  if (manifest && manifest.project !== url)
    throw new CopyError(`${folder} has a copy of ${manifest.project}: choose another folder for ${url}.`)
  for (const part of ['', 'tables', 'files']) await mkdir(path.join(folder, part), { recursive: true })
  await chmod(folder, 0o700)
}

/** @type {(project: import('./copy/project.mjs').Project, folder: string, isPruned: boolean) => Promise<boolean>} */
const backup = async ({ url, ask, download }, folder, isPruned) => {
  // Personal data, for nobody else on this machine.
  process.umask(0o077)
  await openFolder(folder, url)
  const partialOf = (/** @type {string} */ table) => path.join(folder, 'tables', `${table}.partial`)
  const files = { total: 0, bytes: 0, fetched: 0, missing: /** @type {string[]} */ ([]) }
  let rows = 0

  const readFiles = async () => {
    /** @type {import('./copy/project.mjs').StoredFile[]} */
    const stored = await rowsIn(partialOf(FILES_TABLE))
    const bytes = stored.reduce((sum, { size }) => sum + size, 0)
    Object.assign(files, { total: stored.length, bytes, missing: [] })
    await forEach(stored, async ({ name, size }, index) => {
      const file = fileOf(folder, name)
      if ((await stat(file).catch(() => undefined))?.size === size) return
      const data = await download(name)
      if (!data || !(await isIntact(name, data))) return void files.missing.push(name)
      await save(file, data)
      files.fetched += 1
      progress(`Read ${index + 1} of ${counted(stored.length, 'file')}`)
    })
  }

  const state = await readCopy(ask, {
    begin: (table) => writeFile(partialOf(table), ''),
    write: async (table, lines) => {
      await appendFile(partialOf(table), lines.map((line) => `${line}\n`).join(''))
      rows += lines.length
      progress(`Read ${counted(rows, 'row')}`)
    },
    readFiles,
  }).catch((cause) => {
    if (!(cause instanceof RangeError)) throw cause
    throw new CopyError(`${cause.message} changed each time it was read. Run the command again when less is going on.`)
  })
  const manifest = createManifest(url, state, files.missing)
  const { tables, missing } = manifest
  for (const { name, file } of tables) await rename(partialOf(name), path.join(folder, file))
  await saveManifest(folder, manifest)

  const found = `${counted(
    tables.reduce((sum, table) => sum + table.rows, 0),
    'row',
  )} and ${counted(files.total - missing.length, 'file')}`
  console.log(
    `${folder} has everything of ${url}: ${found} (${(files.bytes / 1e6).toFixed(1)} MB), ${files.fetched} of them new.`,
  )
  if (isPruned) console.log(`Removed ${counted(await prune(folder, manifest), 'file')} that it does not name.`)
  for (const name of missing)
    console.error(`Storage has lost ${name}. Choose that photograph again in the dashboard, or delete it there.`)
  return missing.length === 0
}

const { values } = parseArgs({ options: { to: { type: 'string' }, prune: { type: 'boolean', default: false } } })
await run('npm run backup -- --to FOLDER [--prune]', values.to, (folder, project) =>
  backup(project, folder, values.prune),
)
