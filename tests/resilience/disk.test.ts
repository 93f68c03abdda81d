import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postJson, send } from '../support/backend-http.ts'
import { freePort } from '../support/free-port.mjs'
import {
  adminToken,
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

const MEGABYTE = 1024 * 1024
const leave = (bytes: number) => {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
}
const troubles = [
  {
    name: 'full',
    sentence: /The disk that holds the data .* is full: \d+ MB are free/,
    begin: () => leave(4 * MEGABYTE),
    end: () => rmSync(ballast),
  },
  {
    name: 'read-only',
    sentence: /The data in .* cannot be changed: the folder is read-only/,
    // Over itself: a disk with files that are being written to cannot be locked as a whole.
    begin: () => run('mount', '--bind', disk, disk) && run('mount', '-o', 'remount,bind,ro', disk),
    end: () => run('umount', '-l', disk),
  },
]

let site: SiteProcess
let token = ''
const accepted: string[] = []
/** Every text that is stored, once the server answers. */
const stored = async () => (await rowsOf<{ text: string }>(site.url, 'reviews?select=text')).map(({ text }) => text)
const submit = (text: string) => postJson(`${site.url}/api/submit-testimonial`, testimonial(text))
const accept = async (text: string) => {
  expect(await submit(text)).toMatchObject({ status: 200, json: { ok: true } })
  accepted.push(text)
}
const expectNothingLost = async () => expect((await stored()).sort()).toEqual([...accepted].sort())
const filesOnDisk = () => readdirSync(path.join(dataDir, 'storage'))

afterAll(async () => {
  await site?.kill()
  run('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
})

test.runIf(mounted).each(troubles)(
  'a disk that becomes $name costs nothing and is named, at work and at a start, until it is over',
  { timeout: 120_000 },
  async ({ name, sentence, begin, end }) => {
    site = startSite(dataDir, await freePort())
    await stored()
    token ||= await adminToken(site.url)
    await accept(`Before it was ${name}`)
    const kept = newFile(MEGABYTE)
    expect(await upload(site.url, token, kept)).toMatchObject({ status: 200 })
    const files = filesOnDisk()

    begin()
    for (const attempt of [1, 2]) {
      const refused = await submit(`While it was ${name}, ${attempt}`)
      expect(refused).toMatchObject({ status: 500, json: { ok: false, message: expect.any(String) } })
      expect(refused.text).not.toMatch(/ENOSPC|EROFS|[\\/]data/)
    }
    const refused = await upload(site.url, token, newFile(MEGABYTE))
    expect(refused).toMatchObject({ status: 507, json: { message: 'Nothing can be stored at the moment.' } })
    expect(filesOnDisk()).toEqual(files)
    expect(site.output().match(new RegExp(sentence, 'g'))).toHaveLength(1)
    // What only reads goes on.
    await expectNothingLost()
    expect(await storedFile(site.url, kept.name)).toBe(kept.name)
    expect((await send(`${site.url}/`, { headers: { accept: 'text/html' } })).status).toBe(200)

    await site.kill()
    site = startSite(dataDir, await freePort())
    expect(await site.ended).toBe(1)
    expect(site.output()).toMatch(sentence)
    expect(site.output()).not.toContain('    at ')

    end()
    site = startSite(dataDir, await freePort())
    await expectNothingLost()
    await accept(`After it was ${name}`)
    await site.kill()
  },
)

test.runIf(mounted)('a file that the disk has no room for is refused, and the database keeps its room', async () => {
  site = startSite(dataDir, await freePort())
  await stored()
  const files = filesOnDisk()
  leave(60 * MEGABYTE)
  const refused = await upload(site.url, token, newFile(40 * MEGABYTE))
  expect(refused).toMatchObject({ status: 507, json: { message: 'There is no room for this file at the moment.' } })
  expect(filesOnDisk()).toEqual(files)
  await accept('After a file that was too large')
  rmSync(ballast)
})
