import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { send } from '../support/backend-http.ts'
import { freePort, rowsOf, type SiteProcess, startSite } from '../support/site-process.ts'

const attempt = countAttempts('development server')
const root = path.resolve(import.meta.dirname, '../..')
// Within the project, as the data folder of `npm start` is.
const folder = path.join(root, 'node_modules/.cache/served-data')
let site: SiteProcess

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  site = startSite(path.join(folder, 'data'), await freePort())
  await rowsOf(site.url, 'reviews?select=id')
})
afterAll(async () => {
  await site.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('nothing of the database, its lock or the keys is served', async () => {
  const [segment = ''] = readdirSync(path.join(folder, 'data/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(segment).not.toBe('')
  const beside = readdirSync(folder).filter((name) => name !== 'data')
  expect(beside.length).toBeGreaterThan(0)
  const files = [
    ...['PG_VERSION', 'global/pg_control', `pg_wal/${segment}`].map((name) => path.join(folder, 'data', name)),
    ...beside.map((name) => path.join(folder, name)),
    path.join(root, '.env.local'),
    // In a copy without its history the site answers instead, as to any other path.
    ...[path.join(root, '.git/config')].filter((file) => existsSync(file)),
  ]
  for (const file of files)
    for (const start of [`/${path.relative(root, file)}`, `/@fs${file}`])
      for (const query of ['', '?raw', '?raw&n=1', '?url', '?inline', '?import&raw', '?.svg?import'])
        for (const spelling of [start, start.replace('data', '%64ata'), start.replaceAll('/', '//').slice(1)]) {
          const { status } = await send(`${site.url}${spelling}${query}`)
          attempt(`${spelling}${query} is served`, status === 200 && spelling !== '/')
          attempt(`${spelling}${query} answers ${status}`, ![200, 403, 404].includes(status))
        }
})

test('another port of this machine may not read what the server sends', async () => {
  for (const file of ['/', '/src/lib/env.ts', '/src/main.tsx', '/@vite/client']) {
    const { headers } = await send(`${site.url}${file}`, { headers: { origin: 'http://localhost:3000' } })
    attempt(`${file} is for every port`, headers['access-control-allow-origin'] !== undefined)
  }
})

test('an address with a broken escape gets the application, which says what is missing', async () => {
  const { status, text } = await send(`${site.url}/%E0%A4%A`, { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  expect(text).toContain('<div id="root">')
})

test('methods and hosts that nobody uses are refused, not failed on', async () => {
  expect((await send(`${site.url}/auth/v1/user`, { method: 'TRACE' })).status).toBe(405)
  expect((await send(`${site.url}/auth/v1/health`, { headers: { host: 'localhost:99999' } })).status).toBe(400)
})
