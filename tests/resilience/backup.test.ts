import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checksumTable, readTable } from '../../scripts/backup/folder.mjs'
import { matchesHash } from '../../src/lib/backup-reader.mjs'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { createSignedInUser, rpc } from '../support/backend-users.ts'
import { type Between, newFolder, readFolder, runCopy, serve, serveBackend } from '../support/backups.ts'
import { addReview, insert } from '../support/rows.ts'
import { drawPicture, uploadFile, uploadPhoto } from '../support/uploads.ts'

const source = await createTestBackend()
afterAll(source.stop)
const admin = await createSignedInUser(source, 'admin', { role: 'admin' })
await createSignedInUser(source, 'member')
for (const width of [4, 8, 12]) await uploadFile(source, admin, (await drawPicture(width)).bytes)
for (const status of ['approved', 'pending', 'rejected']) await addReview(source, { status })
const enquiry = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Damp' }
await insert(source, 'enquiries', { ...enquiry, ...(await uploadPhoto(source, (await drawPicture()).bytes)) })

const stateOf = async (backend: TestBackend) => (await rpc(backend, 'service', 'backup_state')).body
const emptyBackend = async () => {
  const target = await createTestBackend()
  onTestFinished(target.stop)
  return target
}
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-'))
const state = await stateOf(source)
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  const { url, close } = await serveBackend(source)
  await runCopy({ ...source, url }, 'backup', '--to', folder)
  close()
})

/** Kills the command after its nth matching request. */
const killAt = (call: RegExp, nth: number, delay = 0) => {
  const controller = new AbortController()
  let count = 0
  const between: Between = async (request, answer) => {
    const isMoment = call.test(`${request.method} ${request.url}`) && ++count === nth
    // With its last answer, the command could end before the kill.
    await answer(isMoment && delay === 0)
    if (!isMoment) return
    if (delay > 0) await pause(delay)
    controller.abort()
  }
  return { between, signal: controller.signal }
}

// A kill before a request equals one after the previous.
const restoreCalls: [name: string, call: RegExp, nth: number][] = [
  ['the begin request', /begin_restore/, 1],
  ['the first file', /storage/, 1],
  ['the last file', /storage/, 4],
  ['the first account', /admin\/users/, 1],
  ['the last account', /admin\/users/, 2],
  ['the accounts’ roles', /restore_rows/, 1],
  ['the reviews', /restore_rows/, 2],
  ['the change counter', /restore_rows/, 4],
  ['the finish request', /finish_restore/, 1],
]

test.each(restoreCalls)('a second run finishes a restore killed after %s', async (_, call, nth) => {
  const target = await emptyBackend()
  const { between, signal } = killAt(call, nth)
  const killed = await runCopy({ ...target, url: await serve(target, between), signal }, 'restore', '--from', folder)
  expect(killed.status).toBeNull()
  const again = await runCopy({ ...target, url: await serve(target) }, 'restore', '--from', folder)
  expect(again.said).toContain('Restored the backup of')
  expect(await stateOf(target)).toEqual(state)
})

test.each(['before', 'after'])(
  'a restore retries requests lost %s the server handles them',
  { timeout: 60_000 },
  async (when) => {
    const heard = new Set<string>()
    const between: Between = async (request, answer) => {
      const call = `${request.method} ${request.url}`
      if (heard.has(call)) return answer()
      heard.add(call)
      if (when === 'after') return answer(true)
      request.socket.destroy()
    }
    const target = await emptyBackend()
    const restored = await runCopy({ ...target, url: await serve(target, between) }, 'restore', '--from', folder)
    expect(restored).toMatchObject({ status: 0, said: expect.stringContaining('Restored the backup of') })
    expect(await stateOf(target)).toEqual(state)
  },
)

/** `take` repeats the backup to the same folder. */
const copies = async () => {
  let between: Between = (_, answer) => answer()
  const url = await serve(source, (request, answer) => between(request, answer))
  const folder = newFolder()
  return {
    folder,
    take: (kill?: ReturnType<typeof killAt>) => {
      between = kill?.between ?? ((_, answer) => answer())
      return runCopy({ ...source, url, ...(kill && { signal: kill.signal }) }, 'backup', '--to', folder)
    },
  }
}

// A restore checks this first.
const isWhole = async (folder: string) => {
  const { manifest, files } = readFolder(folder)
  for (const { file, sha256 } of manifest.tables)
    expect(await checksumTable(path.join(folder, file)), file).toMatchObject({ sha256 })
  for (const { name } of await readTable(folder, manifest, 'private.stored_files'))
    expect(await matchesHash(name, Buffer.from(files[`files/${path.basename(name)}`] ?? '', 'latin1')), name).toBe(true)
}

const backupCalls: [name: string, call: RegExp, nth: number, delay: number][] = [
  ['at the first table', /backup_page/, 1, 0],
  ['at the new file', /storage/, 1, 0],
  // Tables and manifest are renamed within milliseconds.
  ...[0.1, 1, 3, 6].map((delay): [string, RegExp, number, number] => [
    `${delay} ms after the last request`,
    /backup_state/,
    2,
    delay,
  ]),
]

test.each(backupCalls)(
  'a backup killed %s is complete or leaves the previous one intact',
  async (_, call, nth, delay) => {
    const { folder, take } = await copies()
    await take()
    const before = readFolder(folder).manifest
    await addReview(source)
    await uploadFile(source, admin, (await drawPicture()).bytes)
    const killed = await take(killAt(call, nth, delay))
    if (delay === 0) expect(killed.status).toBeNull()
    if (delay === 0) expect(readFolder(folder).manifest).toEqual(before)
    await isWhole(folder)
    expect(await take()).toMatchObject({ status: 0 })
    expect(readFolder(folder).manifest.made_at).not.toBe(before.made_at)
    await isWhole(folder)
  },
)

const disk = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-disk-'))
const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
// A container may lack the right to mount.
const mounted = process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', 'size=40k', 'tmpfs', disk)
afterAll(() => {
  run('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
})

test.runIf(mounted)('a backup reports a full disk and succeeds once space is freed', async () => {
  const project = { ...source, url: await serve(source) }
  const folder = path.join(disk, 'copy')
  const full = await runCopy(project, 'backup', '--to', folder)
  expect(full).toEqual({ status: 1, said: expect.stringContaining('The disk is full. Free up space') })
  run('mount', '-o', 'remount,size=10m', disk)
  expect(await runCopy(project, 'backup', '--to', folder)).toMatchObject({ status: 0 })
  await isWhole(folder)
})
