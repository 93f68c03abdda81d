import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postJson, send } from '../support/backend-http.ts'
import {
  adminToken,
  freePort,
  newFile,
  rowsOf,
  type SiteProcess,
  startSite,
  storedFile,
  testimonial,
  upload,
} from '../support/site-process.ts'

const disk = mkdtempSync(path.join(tmpdir(), 'groundworks-disk-'))
const dataDir = path.join(disk, 'data')
const ballast = path.join(disk, 'ballast')

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
// A disk of its own needs rights that a container may not give; without them there is nothing to fill or to lock.
const mounted = process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', disk)
// Over itself: a disk with files that are being written to cannot be locked as a whole.
const lock = () => void (run('mount', '--bind', disk, disk) && run('mount', '-o', 'remount,bind,ro', disk))
const unlock = () => void run('umount', '-l', disk)

const MEGABYTE = 1024 * 1024
const room = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
const leave = (bytes: number) => writeFileSync(ballast, Buffer.alloc(Math.max(0, room() - bytes)))
const fillUp = () => leave(4 * MEGABYTE)
const makeRoom = () => rmSync(ballast)

let site: SiteProcess
let faults = 0
let token = ''
const accepted: string[] = []
const open = async () => {
  site = startSite(dataDir, await freePort())
  return site
}
/** Every text that is stored, once the server answers. */
const stored = async () => (await rowsOf<{ text: string }>(site.url, 'reviews?select=text')).map(({ text }) => text)
const submit = (text: string) => postJson(`${site.url}/api/submit-testimonial`, testimonial(text))
const accept = async (text: string) => {
  expect(await submit(text)).toMatchObject({ status: 200, json: { ok: true } })
  accepted.push(text)
}

/** Uploads a file and returns its name. */
const keep = async (size: number) => {
  const file = newFile(size)
  expect(await upload(site.url, token, file)).toMatchObject({ status: 200 })
  return file.name
}
/** The files on the disk. */
const filesOnDisk = () => readdirSync(path.join(dataDir, 'storage'))

beforeAll(async () => {
  if (!mounted) return
  await open()
  await stored()
  token = await adminToken(site.url)
})
afterAll(async () => {
  if (!mounted) return console.warn('No disk could be mounted here: neither a full nor a read-only one was tried.')
  await site.kill()
  run('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
  console.info(`${faults} faults: disks full and read-only, while it ran and at its start; nothing was lost`)
})

const troubles = [
  { name: 'full', sentence: /The disk that holds the data .* is full: \d+ MB are free/, begin: fillUp, end: makeRoom },
  {
    name: 'read-only',
    sentence: /The data in .* cannot be changed: the folder is read-only/,
    begin: lock,
    end: unlock,
  },
]

test.runIf(mounted).each(troubles)(
  'a disk that becomes $name costs nothing, is named, and is over once it is',
  {
    timeout: 60_000,
  },
  async ({ name, sentence, begin, end }) => {
    await stored()
    await accept(`Before it was ${name}`)
    const kept = await keep(MEGABYTE)
    const files = filesOnDisk()

    begin()
    faults += 1
    for (const attempt of [1, 2, 3]) {
      const refused = await submit(`While it was ${name}, ${attempt}`)
      expect(refused).toMatchObject({ status: 500, json: { ok: false, message: expect.any(String) } })
      expect(refused.text).not.toMatch(/ENOSPC|EROFS|[\\/]data/)
    }
    const refused = await upload(site.url, token, newFile(MEGABYTE))
    expect(refused).toMatchObject({ status: 507, json: { message: 'Nothing can be stored at the moment.' } })
    expect(filesOnDisk()).toEqual(files)
    expect(site.output()).toMatch(sentence)
    expect(site.output().match(new RegExp(sentence, 'g'))).toHaveLength(1)
    // What only reads goes on.
    expect((await stored()).sort()).toEqual([...accepted].sort())
    expect(await storedFile(site.url, kept)).toBe(kept)
    expect((await send(`${site.url}/`, { headers: { accept: 'text/html' } })).status).toBe(200)

    end()
    await accept(`After it was ${name}`)
    await keep(MEGABYTE)
    expect((await stored()).sort()).toEqual([...accepted].sort())
  },
)

test.runIf(mounted)('a file the disk has no room for is refused, named, and leaves nothing behind', async () => {
  const files = filesOnDisk()
  leave(60 * MEGABYTE)
  faults += 1
  const before = room()
  const refused = await upload(site.url, token, newFile(40 * MEGABYTE))
  expect(refused).toMatchObject({ status: 507, json: { message: 'There is no room for this file at the moment.' } })
  expect(site.output()).toMatch(/A file could not be stored. The disk that holds the data .* is full/)
  expect(filesOnDisk()).toEqual(files)
  expect(room()).toBeGreaterThan(before - MEGABYTE)
  // The database kept its room.
  await accept('After a file that was too large')
  makeRoom()
  await keep(40 * MEGABYTE)
})

test.runIf(mounted).each(troubles)(
  'on a disk that is $name it does not start, says why, and starts when it is over',
  {
    timeout: 60_000,
  },
  async ({ sentence, begin, end }) => {
    await site.kill()
    begin()
    faults += 1
    await open()
    expect(await site.ended).toBe(1)
    expect(site.output()).toMatch(sentence)
    expect(site.output()).not.toContain('    at ')
    end()
    await open()
    expect((await stored()).sort()).toEqual([...accepted].sort())
  },
)
