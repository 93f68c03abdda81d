import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readOptions } from '../../supabase/local/options.ts'
import { startEmbeddedServer } from '../../supabase/local/server.ts'
import { postJson, send } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { freePort } from '../support/free-port.mjs'
import { PROCESS_KEYS, queryRows, startSite, testimonial } from '../support/site-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-dependencies-'))
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the server exits and names the process that uses its port', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  undo.push(() => other.close())
  const { port } = other.address() as AddressInfo
  const site = startSite(path.join(folder, 'taken'), port)
  expect(await site.ended).toBe(1)
  const hasLsof = spawnSync('lsof', ['-v']).error === undefined
  const name = hasLsof ? `.+ \\(process ${process.pid}\\)` : 'another program'
  expect(site.output()).toMatch(new RegExp(`Port ${port} is in use by ${name}\\. Stop it, or choose another`))
  expect(site.output()).not.toContain('    at ')
})

test('a second server on the same data exits while the first keeps serving', { timeout: 60_000 }, async () => {
  const first = startSite(path.join(folder, 'shared'), await freePort())
  undo.push(first.kill)
  await queryRows(first.url, 'reviews?select=id')
  await vi.waitFor(() => expect(first.output()).toContain('on a new database: Setup Admin'), 20_000)
  expect(first.output()).toMatch(/Creating the database.*\n.*Starting the functions \.\.\.\n.*Admin sign-in/s)
  const second = startSite(path.join(folder, 'shared'), await freePort())
  undo.push(second.kill)
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/in use by another server \(process \d+\)\. Stop it first/)
  expect(await postJson(`${first.url}/api/submit-testimonial`, testimonial('Still here'))).toMatchObject({
    status: 200,
  })
  expect(await queryRows(first.url, 'reviews?select=text')).toEqual([{ text: 'Still here' }])
})

test('without Deno only the functions fail, and installing it needs no restart', async () => {
  const bare = path.join(folder, 'bare')
  mkdirSync(path.join(bare, 'node_modules'), { recursive: true })
  for (const part of [
    'supabase',
    'package.json',
    'node_modules/.cache',
    'node_modules/@supabase',
    'node_modules/@electric-sql',
  ])
    symlinkSync(path.join(root, part), path.join(bare, part))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const http = createHttp()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const env = { ...PROCESS_KEYS, PORT: String(port), DATA_DIR: path.join(folder, 'no-deno'), SEED: 'off' }
  const server = startEmbeddedServer(readOptions(bare, env, TEST_COMPANY), { relaxed: true })
  http.on('request', (req, res) => void server.handle(req, res))
  undo.push(
    () => said.mockRestore(),
    server.close,
    () => http.close(),
    () => http.closeAllConnections(),
  )
  const url = `http://127.0.0.1:${port}`
  const refused = await postJson(`${url}/api/submit-testimonial`, testimonial('No Deno'))
  expect(refused).toMatchObject({ status: 503, json: { message: 'The functions are not running.' } })
  expect(said.mock.calls.flat().join(' ')).toContain('Deno, which runs the functions, is not installed. Run `npm ci`')
  expect(await queryRows(url, 'reviews?select=id')).toEqual([])
  expect((await send(`${url}/__mail`)).status).toBe(200)
  symlinkSync(path.join(root, 'node_modules/deno'), path.join(bare, 'node_modules/deno'))
  for (const name of ['hono', 'ipaddr.js', 'nodemailer', 'valibot'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(bare, 'node_modules', name))
  expect((await postJson(`${url}/api/submit-testimonial`, testimonial('Deno'))).status).not.toBe(503)
})
