// `npm run restore -- --from FOLDER`: puts a copy of `npm run backup` into an empty project. A second run finishes a broken one.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FILES_TABLE, isIntact, pagesOf } from '../src/lib/read-copy.mjs'
import { batchesOf, fileOf, filesTable, readManifest, storedFiles, sumOf } from './copy/folder.mjs'
import { CopyError, counted, createProgress, forEach, openProject, Refusal, run } from './copy/project.mjs'

/**
 * @typedef {import('./copy/folder.mjs').Manifest} Manifest
 * @typedef {import('./copy/folder.mjs').StoredFile} StoredFile
 * @typedef {{ id: string, email: string, role: string | null, banned_until: string | null, confirmed: boolean }} Account
 */

const USAGE = 'npm run restore -- --from FOLDER [--invite]'
const ACCOUNTS = 'private.accounts'

const progress = createProgress()

const open = async (/** @type {string} */ folder) => {
  const found = await readManifest(folder)
  if (!found)
    throw new CopyError(
      `${folder} has no manifest.json: that is written last, so the copy was not finished, or this is another folder.`,
    )
  const { manifest } = found
  const broken = new CopyError(`${folder} is damaged. Take another copy, or fetch this one again.`)
  for (const { file, sha256 } of manifest.tables) {
    const sum = await sumOf(path.join(folder, file)).catch(() => undefined)
    if (sum?.sha256 !== sha256) throw new CopyError(`${file} is not what the manifest says. ${broken.message}`)
  }
  const stored = await storedFiles(folder, filesTable(manifest))
  const files = stored.filter(({ name }) => !manifest.missing.includes(name))
  await forEach(files, async ({ name }, index) => {
    const bytes = await readFile(fileOf(folder, name)).catch(() => undefined)
    if (!bytes || !(await isIntact(name, bytes)))
      throw new CopyError(`files/${name} is not what its name says. ${broken.message}`)
    progress(`Checked ${index + 1} of ${counted(files.length, 'file')}`)
  })
  return { ...found, files }
}

const explain = (/** @type {unknown} */ cause, /** @type {string} */ url) => {
  const { message, details } = cause instanceof Refusal ? cause.said : {}
  if (message === 'not_empty')
    return new CopyError(
      `${url} is not empty (${details}). A copy goes into an empty project: docs/hosting.md, Copies.`,
    )
  if (message === 'other_copy')
    return new CopyError(`Another copy is being restored into ${url}: finish that one, or empty the project.`)
  if (message === 'row_refused')
    return new CopyError(`A row of the copy does not fit the database of ${url}: ${details}`)
  return cause
}

/** @returns {Promise<Set<string>>} the keys of a table's rows that the project has */
const keysIn = async (
  /** @type {import('../src/lib/read-copy.mjs').Ask} */ ask,
  /** @type {string} */ table,
  /** @type {'id' | 'name'} */ key,
) => {
  const keys = new Set()
  for await (const lines of pagesOf(ask, table)) for (const line of lines) keys.add(JSON.parse(line)[key])
  return keys
}

const restore = async (/** @type {string} */ folder, /** @type {boolean} */ isInviting) => {
  const { manifest, id, files } = await open(folder)
  const { url, ask, post, upload } = openProject()
  const before = await ask('copy_state', {})
  if (manifest.migration > before.migration)
    throw new CopyError(
      `The copy was made with migration ${manifest.migration}, but ${url} has only those to ${before.migration}: update the project first.`,
    )
  try {
    await ask('begin_restore', { p_manifest: id })

    const stored = await keysIn(ask, FILES_TABLE, 'name')
    const due = files.filter(({ name }) => !stored.has(name))
    await forEach(due, async (file, index) => {
      await upload(file, new Uint8Array(await readFile(fileOf(folder, file.name))))
      progress(`Stored ${index + 1} of ${counted(due.length, 'file')}`)
    })

    /** @type {Account[]} */
    const accounts = []
    const known = await keysIn(ask, ACCOUNTS, 'id')
    const tables = before.tables.flatMap((/** @type {{ name: string, sha256: string }} */ { name, sha256 }) => {
      const table = manifest.tables.find((one) => one.name === name)
      return table && table.name !== FILES_TABLE && table.sha256 !== sha256 ? [table] : []
    })
    const accountsTable = manifest.tables.find(({ name }) => name === ACCOUNTS)
    if (accountsTable)
      for await (const lines of batchesOf(path.join(folder, accountsTable.file)))
        accounts.push(...lines.map((line) => JSON.parse(line)))
    for (const account of accounts) {
      if (known.has(account.id)) continue
      await post('/auth/v1/admin/users', { id: account.id, email: account.email, email_confirm: account.confirmed })
    }

    for (const { name, file } of tables) {
      let rows = 0
      for await (const p_rows of batchesOf(path.join(folder, file))) {
        await ask('restore_rows', { p_manifest: id, p_table: name, p_rows })
        rows += p_rows.length
        progress(`${name}: ${rows.toLocaleString('en-GB')} rows`)
      }
    }
    await compare(folder, manifest, await ask('copy_state', {}))
    await ask('finish_restore', { p_manifest: id })
    console.log(`${url} has everything of the copy of ${manifest.project} from ${manifest.made_at}.`)
    for (const name of manifest.missing)
      console.error(`Not in the copy: ${name}. Choose that photograph again in the dashboard, or delete it there.`)
    const admins = accounts.filter(
      ({ role, banned_until }) => role === 'admin' && !(banned_until && new Date(banned_until) > new Date()),
    )
    if (isInviting) return await invite(admins, post)
    console.log(
      `Nobody has a password yet. ${counted(admins.length, 'administrator')} can ask for one at /admin/login.`,
    )
    return true
  } catch (cause) {
    throw explain(cause, url)
  }
}

/** Throws `CopyError` where the project has other rows than the copy. */
const compare = async (
  /** @type {string} */ folder,
  /** @type {Manifest} */ manifest,
  /** @type {import('../src/lib/read-copy.mjs').CopyState} */ state,
) => {
  const isLost = (/** @type {string} */ line) => manifest.missing.includes(JSON.parse(line).name)
  for (const { name, file, ...copied } of manifest.tables) {
    const expected = name === FILES_TABLE ? await sumOf(path.join(folder, file), isLost) : copied
    const found = state.tables.find((table) => table.name === name)
    // Later migrations may have given rows more columns.
    const isEqual =
      manifest.migration === state.migration ? found?.sha256 === expected.sha256 : found?.rows === expected.rows
    if (isEqual) continue
    const what =
      found?.rows === expected.rows
        ? 'other rows than'
        : `${counted(found?.rows ?? 0, 'row')} instead of the ${expected.rows} of`
    throw new CopyError(
      `${name} has ${what} the copy: somebody has used the project meanwhile. Empty it and begin again.`,
    )
  }
}

/** Emails administrators a link with which they choose a password; returns whether all went. */
const invite = async (/** @type {Account[]} */ admins, /** @type {ReturnType<typeof openProject>['post']} */ post) => {
  let isGood = true
  for (const { email, confirmed } of admins)
    await post(confirmed ? '/auth/v1/recover' : '/auth/v1/invite', { email }).then(
      () => console.log(`Emailed ${email}.`),
      ({ message }) => {
        isGood = false
        console.error(`${email} got no email (${message}), and can ask for one at /admin/login.`)
      },
    )
  return isGood
}

const { values } = parseArgs({ options: { from: { type: 'string' }, invite: { type: 'boolean', default: false } } })
await run(USAGE, values.from, (folder) => restore(folder, values.invite))
