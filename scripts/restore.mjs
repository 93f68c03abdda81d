// `npm run restore -- --from FOLDER` restores a backup into an empty project, or finishes an interrupted restore. `npm
// run restore -- --abandon` gives it up.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FILES_TABLE, matchesHash, readPages } from '../src/lib/backup-reader.mjs'
import {
  checksumTable,
  getFilePath,
  listMissingFiles,
  readBatches,
  readManifest,
  readTable,
  tableFile,
} from './backup/folder.mjs'
import { BackupError, forEach, formatCount, reportProgress, run } from './backup/project.mjs'

/**
 * @import { BackupState } from '../src/lib/backup-reader.mjs'
 * @import { Manifest } from './backup/folder.mjs'
 * @import { Project, StoredFile } from './backup/project.mjs'
 * @typedef {{ id: string, email: string, role: string | null, banned_until: string | null, confirmed: boolean }} Account
 */

const ACCOUNTS = 'private.accounts'
// Keys of tables that visitors, uploads and sign-ins may change during a restore.
/** @type {Readonly<Record<string, 'id' | 'name' | undefined>>} */
const OPEN = {
  [FILES_TABLE]: 'name',
  [ACCOUNTS]: 'id',
  'public.reviews': 'id',
  'public.review_invitations': 'id',
  'public.enquiries': 'id',
}

/** Reads a backup and verifies its lines and files. Throws `BackupError`. */
const open = async (/** @type {string} */ folder) => {
  const found = await readManifest(folder)
  if (!found) throw new BackupError(`${folder} has no manifest.json, so the backup was never finished.`)
  const { manifest } = found
  const createDamageError = (/** @type {string} */ file) =>
    new BackupError(
      `${file} doesn't match the manifest, so the backup is damaged. Use another backup, or fetch this one again.`,
    )
  for (const { file, sha256 } of manifest.tables) {
    const sum = await checksumTable(tableFile(folder, { file })).catch(() => undefined)
    if (sum?.sha256 !== sha256) throw createDamageError(file)
  }
  /** @type {StoredFile[]} */
  const stored = await readTable(folder, manifest, FILES_TABLE)
  const files = stored.filter(({ name }) => !manifest.missing.includes(name))
  await forEach(files, async ({ name }, index) => {
    const bytes = await readFile(getFilePath(folder, name)).catch(() => undefined)
    if (!bytes || !(await matchesHash(name, bytes))) throw createDamageError(`files/${path.basename(name)}`)
    reportProgress(`Checked ${index + 1} of ${formatCount(files.length, 'file')}`)
  })
  return { ...found, files }
}

/** @type {(project: Project, table: string, key: 'id' | 'name') => Promise<Set<string>>} the keys of the project's rows */
const readKeys = async ({ ask }, table, key) => {
  const keys = new Set()
  for await (const lines of readPages(ask, table)) for (const line of lines) keys.add(JSON.parse(line)[key])
  return keys
}

/** @type {(project: Project, folder: string, files: StoredFile[]) => Promise<void>} */
const storeFiles = async (project, folder, files) => {
  const stored = await readKeys(project, FILES_TABLE, 'name')
  const due = files.filter(({ name }) => !stored.has(name))
  await forEach(due, async (file, index) => {
    await project.upload(file, await readFile(getFilePath(folder, file.name)))
    reportProgress(`Stored ${index + 1} of ${formatCount(due.length, 'file')}`)
  })
}

// The rows restore role and ban.
/** @type {(project: Project, accounts: Account[]) => Promise<void>} */
const createAccounts = async (project, accounts) => {
  const known = await readKeys(project, ACCOUNTS, 'id')
  for (const { id, email, confirmed } of accounts.filter((account) => !known.has(account.id)))
    await project.post('/auth/v1/admin/users', { id, email, email_confirm: confirmed }).catch(async (cause) => {
      // The response to an earlier attempt may have been lost.
      if (!(await readKeys(project, ACCOUNTS, 'id')).has(id)) throw cause
    })
}

/** @type {(project: Project, folder: string, manifest: Manifest, table: string) => Promise<boolean>} whether an open table has every row of the backup */
const hasEveryKey = async (project, folder, manifest, table) => {
  const key = OPEN[table]
  if (!key) return false
  const rows = await readTable(folder, manifest, table)
  const keys = await readKeys(project, table, key)
  // An additional account may be an administrator.
  if (table === ACCOUNTS && keys.size > rows.length) return false
  return rows.every((row) => keys.has(row[key]) || (table === FILES_TABLE && manifest.missing.includes(row.name)))
}

/**
 * Throws `BackupError` if rows are missing, or were added during the restore.
 * @type {(project: Project, folder: string, manifest: Manifest) => Promise<void>}
 */
const compare = async (project, folder, manifest) => {
  const { url, ask } = project
  const { tables, migration, missing } = manifest
  /** @type {BackupState} */
  const state = await ask('backup_state', {})
  const isMissing = (/** @type {string} */ line) => missing.includes(JSON.parse(line).name)
  for (const { name, file, ...copied } of tables) {
    const expected = name === FILES_TABLE ? await checksumTable(tableFile(folder, { file }), isMissing) : copied
    const found = state.tables.find((table) => table.name === name) ?? { rows: 0, sha256: '' }
    // Later migrations may have added columns.
    if (found.rows === expected.rows && (found.sha256 === expected.sha256 || migration !== state.migration)) continue
    if (await hasEveryKey(project, folder, manifest, name)) continue
    throw new BackupError(
      `${name} doesn't match the backup (${formatCount(found.rows, 'row')}, expected ${expected.rows}). Someone has used ${url} in the meantime. Empty it and start again.`,
    )
  }
}

/**
 * Emails administrators a link to set a password. Returns whether all were sent.
 * @type {(project: Project, admins: Account[]) => Promise<boolean>}
 */
const invite = async ({ post }, admins) => {
  let isGood = true
  for (const { email, confirmed } of admins)
    await post(confirmed ? '/auth/v1/recover' : '/auth/v1/invite', { email }).then(
      () => console.log(`Emailed ${email}.`),
      ({ message }) => {
        isGood = false
        console.error(`No email was sent to ${email}. They can request one at /admin/login. ${message}`)
      },
    )
  return isGood
}

/** @type {(project: Project, folder: string, copy: Awaited<ReturnType<typeof open>>) => Promise<Account[]>} */
const restoreBackup = async (project, folder, { manifest, id, files }) => {
  /** @type {BackupState} */
  const { migration, tables } = await project.ask('backup_state', {})
  if (manifest.migration > migration)
    throw new BackupError(
      `The backup was made with migration ${manifest.migration}, but the latest one at ${project.url} is ${migration}. Update it first.`,
    )
  /** @type {Account[]} */
  const accounts = await readTable(folder, manifest, ACCOUNTS)
  const sums = new Map(tables.map(({ name, sha256 }) => [name, sha256]))
  // An earlier run may have lost its last response.
  if (manifest.tables.every(({ name, sha256 }) => sums.get(name) === sha256)) {
    await project.ask('finish_restore', { p_manifest: id })
    return accounts
  }
  await project.ask('begin_restore', { p_manifest: id })
  await storeFiles(project, folder, files)
  await createAccounts(project, accounts)
  // In the database's order, which respects references.
  for (const { name, sha256 } of tables) {
    const copied = manifest.tables.find((table) => table.name === name)
    if (!copied || name === FILES_TABLE || copied.sha256 === sha256) continue
    let rows = 0
    for await (const lines of readBatches(tableFile(folder, copied))) {
      const upgrade = UPGRADES[name]
      const p_rows = upgrade ? lines.map(upgrade) : lines
      await project.ask('restore_rows', { p_manifest: id, p_table: name, p_rows })
      rows += p_rows.length
      reportProgress(`${name}: ${rows} of ${formatCount(copied.rows, 'row')}`)
    }
  }
  await compare(project, folder, manifest)
  await project.ask('finish_restore', { p_manifest: id })
  return accounts
}

// Before 20261201000017, deleted reviews had no reason.
const upgradeReview = (/** @type {string} */ line) => {
  const row = JSON.parse(line)
  return 'reason' in row ? line : JSON.stringify({ ...row, reason: row.status === 'rejected' ? 'not recorded' : null })
}

// Before 20261201000016, enquiries had `answered_at` instead of a status.
const upgradeEnquiry = (/** @type {string} */ line) => {
  const { answered_at: at, ...row } = JSON.parse(line)
  if (at === undefined) return line
  const status = at ? 'contacted' : 'new'
  const changes = { status_changes: at ? [{ status, at, by: '' }] : [] }
  return JSON.stringify({ ...row, ...changes, status: row.kind === 'contact' ? status : null })
}

/** @type {Readonly<Record<string, ((line: string) => string) | undefined>>} */
const UPGRADES = { 'public.reviews': upgradeReview, 'public.enquiries': upgradeEnquiry }

const toReadableError = (/** @type {string} */ url, /** @type {unknown} */ cause) => {
  const { message, details } = cause instanceof BackupError ? cause.said : {}
  const sentences = /** @type {Record<string, string>} */ ({
    not_empty: `${url} isn't empty (${details}). A backup can only be restored to an empty project.`,
    other_copy: `Another backup is being restored to ${url}. Finish that one, or give it up with --abandon and use a new project.`,
    not_begun: `The restore to ${url} was abandoned, or finished by another run.`,
    row_refused: `A row of the backup doesn't fit the database of ${url}: ${details}`,
  })
  const sentence = sentences[message ?? '']
  return sentence ? new BackupError(sentence) : cause
}

/** @type {(project: Project, folder: string, isInviting: boolean) => Promise<boolean>} */
const restore = async (project, folder, isInviting) => {
  const copy = await open(folder)
  const accounts = await restoreBackup(project, folder, copy).catch((cause) =>
    Promise.reject(toReadableError(project.url, cause)),
  )
  console.log(`Restored the backup of ${copy.manifest.project} from ${copy.manifest.made_at} to ${project.url}.`)
  for (const name of await listMissingFiles(folder, copy.manifest))
    console.error(`Not in the backup: ${name}. Re-upload it in the dashboard, or delete it there.`)
  const isBanned = (/** @type {Account} */ { banned_until }) => new Date(banned_until ?? 0) > new Date()
  const admins = accounts.filter((account) => account.role === 'admin' && !isBanned(account))
  if (isInviting) return invite(project, admins)
  console.log(
    `Passwords aren't part of a backup. ${formatCount(admins.length, 'administrator')} can set one at /admin/login.`,
  )
  return true
}

/** @type {(project: Project) => Promise<boolean>} */
const abandon = async ({ url, ask }) => {
  const wasUnfinished = await ask('abandon_restore', {})
  console.log(
    wasUnfinished
      ? `Abandoned the restore to ${url}. Everything restored so far is kept, and administrators can save again.`
      : `There is no unfinished restore to ${url}.`,
  )
  return true
}

await run('from', 'invite', restore, ['abandon', abandon])
