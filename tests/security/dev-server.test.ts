import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../support/backend-http.ts'
import { freePort } from '../support/free-port.mjs'
import { queryRows, type SiteProcess, startSite } from '../support/site-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
// Like the data folder of `npm start`.
const folder = path.join(root, 'node_modules/.cache/served-data')
let site: SiteProcess

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  site = startSite(path.join(folder, 'data'), await freePort())
  await queryRows(site.url, 'reviews?select=id')
})
afterAll(async () => {
  await site.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('the development server refuses files outside the project, database files and secret keys', async () => {
  const beside = readdirSync(folder).filter((name) => name !== 'data')
  expect(beside).not.toEqual([])
  const secret = [
    ...['data/PG_VERSION', 'data/global/pg_control', ...beside].map((name) => path.join(folder, name)),
    path.join(root, '.env.local'),
  ]
  const urls = [...secret.map((file) => `/${path.relative(root, file)}`), ...secret.map((file) => `/@fs${file}`)]
  for (const url of [...urls, '/@fs/etc/passwd'])
    for (const query of ['', '?raw', '?raw&n=1', '?url', '?inline', '?import&raw', '?.svg?import'])
      for (const spelling of [url, url.replace('data', '%64ata'), url.replaceAll('/', '//').slice(1)])
        expect((await send(site.url, { rawPath: spelling + query })).status, spelling + query).toBe(403)
  expect((await send(site.url, { rawPath: '/../../../../etc/passwd' })).text).not.toContain('root:')
})

test('a page on another port cannot read responses of the development server', async () => {
  for (const file of ['/', '/src/lib/env.ts', '/@vite/client']) {
    const { headers } = await send(`${site.url}${file}`, { headers: { origin: 'http://localhost:3000' } })
    expect(headers['access-control-allow-origin'], file).toBeUndefined()
  }
})
