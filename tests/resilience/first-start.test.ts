import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-first-start-'))
const disk = path.join(folder, 'disk')
mkdirSync(disk)
const mounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true })
})

const setUp = (clone: string, env: Record<string, string> = {}) => {
  for (const file of ['package.json', 'package-lock.json', 'scripts/setup.mjs'])
    cpSync(path.join(root, file), path.join(clone, file))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: clone,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, said: stderr.trim() }
}

test('the first start reports a missing network in one message', () => {
  const nowhere = {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  }
  expect(setUp(path.join(folder, 'clone'), nowhere)).toEqual({
    status: 1,
    said: "The packages couldn't be fetched. Check the network connection and run the command again.",
  })
})

test.skipIf(!mounted)('the first start reports a full disk in one message', () => {
  expect(setUp(disk)).toEqual({
    status: 1,
    said: 'The disk is full. The packages need 1 GB. Free up space and run the command again.',
  })
})
