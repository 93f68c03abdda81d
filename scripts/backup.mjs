// `npm run backup -- --to FOLDER` backs up the server for `npm run restore`.
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createManifest, FILES_TABLE, matchesHash, readConsistentTables } from '../src/lib/backup-reader.mjs'
import {
  getFilePath,
  getPartialPath,
  listMissingFiles,
  openFolder,
  prune,
  readLines,
  save,
  saveManifest,
  tableFile,
} from './backup/folder.mjs'
import { BackupError, forEach, formatCount, reportProgress, run } from './backup/project.mjs'

/** @type {(project: import('./backup/project.mjs').Project, folder: string, isPruned: boolean) => Promise<boolean>} */
const backup = async ({ url, ask, download }, folder, isPruned) => {
  // Hides personal data from other users of this machine.
  process.umask(0o077)
  await openFolder(folder, url)
  const getLinesPath = (/** @type {string} */ table) => getPartialPath(path.join(folder, 'tables', table))
  const files = { total: 0, bytes: 0, fetched: 0, missing: /** @type {string[]} */ ([]) }
  let rows = 0

  const readFiles = async () => {
    /** @type {import('./backup/project.mjs').StoredFile[]} */
    const stored = await readLines(getLinesPath(FILES_TABLE))
    const bytes = stored.reduce((sum, { size }) => sum + size, 0)
    Object.assign(files, { total: stored.length, bytes, missing: [] })
    await forEach(stored, async (file, index) => {
      const target = getFilePath(folder, file.name)
      const here = await readFile(target).catch(() => undefined)
      if (here && (await matchesHash(file.name, here))) return
      const data = await download(file)
      if (!data || !(await matchesHash(file.name, data))) return void files.missing.push(file.name)
      await save(target, data)
      files.fetched += 1
      reportProgress(`Read ${index + 1} of ${formatCount(stored.length, 'file')}`)
    })
  }

  const state = await readConsistentTables(ask, {
    begin: (table) => writeFile(getLinesPath(table), ''),
    write: async (table, lines) => {
      await appendFile(getLinesPath(table), lines.map((line) => `${line}\n`).join(''))
      rows += lines.length
      reportProgress(`Read ${formatCount(rows, 'row')}`)
    },
    readFiles,
  }).catch((cause) => {
    if (!(cause instanceof RangeError)) throw cause
    throw new BackupError(`${cause.message} kept changing during the backup. Try again when the site is quieter.`)
  })
  const manifest = createManifest(url, state, files.missing)
  const { tables, missing } = manifest
  for (const { name, file } of tables) await rename(getLinesPath(name), tableFile(folder, { file }))
  await saveManifest(folder, manifest)

  const copied = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = `${formatCount(files.total - missing.length, 'file')} (${(files.bytes / 1e6).toFixed(1)} MB, ${files.fetched} of them new)`
  console.log(`Backed up ${formatCount(copied, 'row')} and ${size} from ${url} to ${folder}.`)
  if (isPruned) console.log(`Removed ${formatCount(await prune(folder, manifest), 'file')} not listed in the manifest.`)
  for (const name of await listMissingFiles(folder, manifest))
    console.error(`Missing from storage: ${name}. Re-upload it in the dashboard, or delete it there.`)
  return missing.length === 0
}

await run('to', 'prune', backup)
