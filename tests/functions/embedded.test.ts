import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { getLockFile, lockOwner } from '../../supabase/local/database/lock.ts'
import { migrate } from '../../supabase/local/database/prepare.ts'
import { createFunctionRunner, FunctionsDown } from '../../supabase/local/functions/runner.ts'
import { createFunctionEnvironment, readOptions, usesHostedProject } from '../../supabase/local/options.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../supabase/local/server.ts'
import { postJson, send } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { listen } from '../support/listen.ts'

const root = path.resolve(import.meta.dirname, '../..')
const keys = {
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_embedded_test',
  SUPABASE_SECRET_KEY: 'sb_secret_embedded_test',
  SUPABASE_JWT_SECRET: 'jwt-secret-for-the-embedded-test-only',
}
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-embedded-'))
const dataDir = path.join(folder, 'data')
const optionsAt = (port: number) =>
  readOptions(root, { ...keys, PORT: String(port), DATA_DIR: dataDir, SEED: 'off' }, TEST_COMPANY)

type Started = { backend: EmbeddedServer; http: Server; url: string }
let running: Started | undefined
const start = async (): Promise<Started> => {
  const http = createServer()
  const url = await listen(http)
  const backend = startEmbeddedServer(optionsAt(Number(new URL(url).port)), { relaxed: true })
  http.on('request', (req, res) => void backend.handle(req, res))
  running = { backend, http, url }
  return running
}
const stop = async () => {
  running?.http.closeAllConnections()
  running?.http.close()
  await running?.backend.close()
  running = undefined
}
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the data folder', () => {
  const testify = ({ url }: Started, text: string) =>
    postJson(`${url}/api/submit-testimonial`, { name: 'Ann', location: 'NW3', text, email: 'ann@example.com' })
  const accepted = { status: 200, json: { ok: true } }
  const reset = () => {
    const env = { ...process.env, DATA_DIR: dataDir }
    return spawnSync(process.execPath, ['scripts/db-reset.mjs'], { cwd: root, encoding: 'utf8', env })
  }

  test('locks the data folder to one server, replaces stale locks and rejects changed migrations', {
    timeout: 120_000,
  }, async () => {
    const server = await start()
    expect(() => startEmbeddedServer(optionsAt(1), { relaxed: true })).toThrow(
      `in use by another server (process ${process.pid}). Stop it first`,
    )
    expect(await testify(server, 'Before')).toMatchObject(accepted)
    server.backend.restartFunctions()
    expect(await testify(server, 'After')).toMatchObject(accepted)
    expect((await send(`${server.url}/functions/v1/unknown`)).status).toBe(404)

    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const headers = { apikey: keys.VITE_SUPABASE_PUBLISHABLE_KEY }
    const row = { name: 'Ann', location: 'NW3', text: 'Good', email: 'secret@example.com' }
    expect(await postJson(`${server.url}/rest/v1/reviews`, row, { headers })).toMatchObject({ status: 401 })
    const nowhere = `${server.url}/rest/v1/nowhere?email=eq.secret@example.com`
    expect(await send(nowhere, { headers })).toMatchObject({ status: 404 })
    expect(inspect(log.mock.calls, { depth: 10 })).not.toContain('secret@')
    log.mockRestore()

    const inUse = `in use by a running server (process ${process.pid})`
    expect(reset()).toMatchObject({ status: 1, stderr: expect.stringContaining(inUse) })
    await stop()
    expect(existsSync(getLockFile(dataDir))).toBe(false)

    // This process has ended.
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    for (const owner of [
      { pid: gone, started: '1' },
      { pid: process.ppid, started: 'another time' },
    ]) {
      writeFileSync(getLockFile(dataDir), JSON.stringify(owner))
      const { url } = await start()
      expect(lockOwner(getLockFile(dataDir))).toBe(process.pid)
      const headers = { apikey: keys.SUPABASE_SECRET_KEY }
      const stored = await send(`${url}/rest/v1/reviews?select=text&order=text`, { headers })
      expect(stored.json).toEqual([{ text: 'After' }, { text: 'Before' }])
      await stop()
    }

    const engine = await openPglite(dataDir, { relaxed: true })
    expect(await migrate(engine, root)).toBe(0)
    for (const [change, version] of [
      ["statements = '{select 1}'", '20261201000001'],
      ["version = '20200101000000'", '20200101000000'],
    ] as const) {
      await engine.query(`update supabase_migrations.schema_migrations set ${change} where version = '20261201000001'`)
      await expect(migrate(engine, root)).rejects.toThrow(new RegExp(`${version}.*npm run db:reset`))
    }
    await engine.close()
    expect(reset()).toMatchObject({ status: 0, stdout: expect.stringContaining('Removed') })
    expect(existsSync(dataDir)).toBe(false)
  })
})

test('an aborted start of the function runner does not stop a newer one', async () => {
  const runner = createFunctionRunner({ root, env: () => createFunctionEnvironment(optionsAt(1), 1) })
  try {
    const overtaken = runner.port()
    runner.stop()
    const newer = runner.port()
    await expect(overtaken).rejects.toThrow(FunctionsDown)
    const port = await newer
    expect(await runner.port()).toBe(port)
    runner.stop()
    await expect.poll(() => send(`http://127.0.0.1:${port}/`).catch(() => 'gone')).toBe('gone')
  } finally {
    runner.stop()
  }
})

test('server options have defaults, name missing or invalid values and detect hosted projects', () => {
  expect(() => readOptions(root, {}, TEST_COMPANY)).toThrow('Run `npm start` or `node scripts/setup.mjs`')
  expect(() => readOptions(root, { ...keys, PORT: 'high' }, TEST_COMPANY)).toThrow(
    'PORT must be a port number, but it is "high".',
  )
  const defaults = {
    port: 5173,
    dataDir: path.join(root, 'supabase/.data'),
    seed: true,
    adminSetup: true,
    authLimits: true,
  }
  expect(readOptions(root, keys, TEST_COMPANY)).toMatchObject(defaults)
  const hosted = 'https://abc.supabase.co'
  for (const url of [hosted, undefined, '', 'http://localhost:5173', 'http://127.0.0.1:5173'])
    expect(usesHostedProject({ VITE_SUPABASE_URL: url })).toBe(url === hosted)
})
