import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postJson } from '../support/backend-http.ts'
import { freePort } from '../support/free-port.mjs'
import { queryRows, type SiteProcess, startSite, testimonial } from '../support/site-process.ts'

const disk = mkdtempSync(path.join(tmpdir(), 'groundworks-disk-'))
const dataDir = path.join(disk, 'data')
const ballast = path.join(disk, 'ballast')

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
// A container may lack the right to mount.
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
    sentence: /The data in .* can't be changed because the folder is read-only/,
    // A disk with open files can't become read-only itself.
    begin: () => run('mount', '--bind', disk, disk) && run('mount', '-o', 'remount,bind,ro', disk),
    end: () => run('umount', '-l', disk),
  },
]

let site: SiteProcess
const accepted: string[] = []
const accept = async (text: string) => {
  const answer = await postJson(`${site.url}/api/submit-testimonial`, testimonial(text))
  expect(answer).toMatchObject({ status: 200, json: { ok: true } })
  accepted.push(text)
}
const expectNothingLost = async () => {
  const stored = await queryRows<{ text: string }>(site.url, 'reviews?select=text')
  expect(stored.map(({ text }) => text).sort()).toEqual([...accepted].sort())
}

afterAll(async () => {
  await site?.kill()
  run('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
})

test.runIf(mounted).each(troubles)(
  'the server refuses to start on a $name disk and loses no data',
  { timeout: 120_000 },
  async ({ name, sentence, begin, end }) => {
    site = startSite(dataDir, await freePort())
    await expectNothingLost()
    await accept(`Before it was ${name}`)
    await site.kill()

    begin()
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
