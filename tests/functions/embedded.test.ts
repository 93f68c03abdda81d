import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { lockFileOf, lockOwner } from '../../supabase/local/database/lock.ts'
import { migrate } from '../../supabase/local/database/prepare.ts'
import { prepareDataDir } from '../../supabase/local/database/template.ts'
import { createFunctionRunner, FunctionsDown } from '../../supabase/local/functions/runner.ts'
import {
  type BackendOptions,
  functionEnvironment,
  readOptions,
  usesHostedProject,
} from '../../supabase/local/options.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../supabase/local/server.ts'
import { startTestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'

const root = path.resolve(import.meta.dirname, '../..')
const keys = {
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_embedded_test',
  SUPABASE_SECRET_KEY: 'sb_secret_embedded_test',
  SUPABASE_JWT_SECRET: 'jwt-secret-for-the-embedded-test-only',
}

describe('the data folder', () => {
  let folder = ''
  let started: { backend: EmbeddedServer; http: Server }[] = []

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'groundworks-embedded-'))
  })
  afterEach(async () => {
    for (const { backend, http } of started) {
      http.closeAllConnections()
      http.close()
      await backend.close()
    }
    started = []
    rmSync(folder, { recursive: true, force: true })
  })

  const options = (port: number): BackendOptions =>
    readOptions(root, { ...keys, PORT: String(port), DATA_DIR: path.join(folder, 'data'), SEED: 'off' }, TEST_COMPANY)

  const start = async () => {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    const backend = startEmbeddedServer(options(port), { relaxed: true })
    http.on('request', (req, res) => void backend.handle(req, res))
    const one = { backend, http, url: `http://127.0.0.1:${port}` }
    started.push(one)
    return one
  }
  const stop = async ({ backend, http }: { backend: EmbeddedServer; http: Server }) => {
    http.closeAllConnections()
    http.close()
    await backend.close()
    started = started.filter((one) => one.backend !== backend)
  }
  const testimonial = { name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' }

  test('requests that come before the database is ready wait for it, and what they stored is there after a restart', async () => {
    const first = await start()
    expect(await postJson(`${first.url}/api/submit-testimonial`, testimonial)).toMatchObject({
      status: 200,
      json: { ok: true },
    })
    await stop(first)
    const second = await start()
    const stored = await send(`${second.url}/rest/v1/reviews?select=text`, {
      headers: { apikey: keys.SUPABASE_SECRET_KEY },
    })
    expect(stored.json).toEqual([{ text: 'Good' }])
  })

  test('a second server on the same data is refused with a sentence that names the first', async () => {
    const first = await start()
    expect(() => startEmbeddedServer(options(1))).toThrow(
      `in use by another server (process ${process.pid}). Stop it first`,
    )
    await stop(first)
    expect(existsSync(lockFileOf(options(1).dataDir))).toBe(false)
  })

  test('the lock of a process that is gone, or whose number another one has now, is taken over', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    for (const owner of [
      { pid: gone, started: '1' },
      { pid: process.ppid, started: 'another time' },
    ]) {
      writeFileSync(lockFileOf(options(1).dataDir), JSON.stringify(owner))
      const server = await start()
      expect(lockOwner(lockFileOf(options(1).dataDir))).toBe(process.pid)
      await stop(server)
    }
  })

  test('data made with a migration that is gone is refused, with a way on', async () => {
    const dataDir = path.join(folder, 'data')
    await prepareDataDir(root, dataDir)
    const engine = await openPglite(dataDir, { relaxed: true })
    await engine.query(
      "insert into supabase_migrations.schema_migrations (version, name) values ('20200101000000', 'old')",
    )
    await expect(migrate(engine, root)).rejects.toThrow('npm run db:reset')
    await engine.close()
  })

  test('db:reset removes the data, but never under a running server', async () => {
    const reset = () =>
      spawnSync(process.execPath, ['scripts/db-reset.mjs'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: options(1).dataDir },
      })
    const server = await start()
    await server.backend.ready
    expect(reset()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`in use by a running server (process ${process.pid})`),
    })
    expect(existsSync(options(1).dataDir)).toBe(true)
    await stop(server)
    expect(reset()).toMatchObject({ status: 0, stdout: expect.stringContaining('Removed') })
    expect(existsSync(options(1).dataDir)).toBe(false)
  })

  test('functions answer again after they were restarted', async () => {
    const server = await start()
    for (const text of ['Before', 'After']) {
      expect(await postJson(`${server.url}/api/submit-testimonial`, { ...testimonial, text })).toMatchObject({
        status: 200,
      })
      server.backend.restartFunctions()
    }
    expect((await send(`${server.url}/functions/v1/unknown`)).status).toBe(404)
  })

  test('a start of the functions that was overtaken takes nothing from the newer one, which can still be ended', async () => {
    const runner = createFunctionRunner({ root, env: () => functionEnvironment(options(1), 1) })
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

  test('values that visitors typed stay out of the log', async () => {
    const server = await start()
    const lines: unknown[][] = []
    const original = console.error
    console.error = (...line) => void lines.push(line)
    try {
      const row = { ...testimonial, email: 'secret@example.com' }
      const headers = { apikey: keys.VITE_SUPABASE_PUBLISHABLE_KEY }
      expect(await postJson(`${server.url}/rest/v1/reviews`, row, { headers })).toMatchObject({ status: 401 })
      expect(await send(`${server.url}/rest/v1/nowhere?email=eq.secret@example.com`, { headers })).toMatchObject({
        status: 404,
      })
    } finally {
      console.error = original
    }
    expect(inspect(lines, { depth: 10, showHidden: false })).not.toContain('secret@')
  })
})

describe('the options', () => {
  test('without keys say what to do', () => {
    expect(() => readOptions(root, {}, TEST_COMPANY)).toThrow('run `npm start`, or `node scripts/setup.mjs`')
  })

  test('have defaults, and a port that is none is named', () => {
    expect(readOptions(root, keys, TEST_COMPANY)).toMatchObject({
      port: 5173,
      smtpPort: 0,
      dataDir: path.join(root, 'supabase/.data'),
      seed: true,
      adminSetup: true,
      authLimits: true,
    })
    expect(() => readOptions(root, { ...keys, PORT: 'high' }, TEST_COMPANY)).toThrow(
      'PORT must be a port number, but it is "high".',
    )
  })

  test('leave everything to a hosted project', () => {
    expect(usesHostedProject({ VITE_SUPABASE_URL: 'https://abc.supabase.co' })).toBe(true)
    for (const url of [undefined, '', 'http://localhost:5173', 'http://127.0.0.1:5173']) {
      expect(usesHostedProject({ VITE_SUPABASE_URL: url })).toBe(false)
    }
  })
})

test('the mailbox shows what was sent, safely, and can be emptied', async () => {
  const server = await startTestServer()
  try {
    const enquiry = {
      isContactForm: true,
      name: '<script>Ann',
      fromEmail: 'ann@example.com',
      subject: '<i>Damp</i>',
      cardUrl: 'See https://a.example/?x=1&y=2.',
    }
    await postJson(`${server.url}/functions/v1/send-email`, enquiry)
    await postJson(`${server.url}/functions/v1/send-email`, {
      email: 'bob@example.com',
      cardUrl: `${server.url}/business-card`,
    })

    const page = await send(`${server.url}/__mail?to=${encodeURIComponent(TEST_COMPANY.email)}`)
    expect(page.text).toContain('Enquiry: &lt;i&gt;Damp&lt;/i&gt;')
    expect(page.text).toContain('<a href="https://a.example/?x=1&amp;y=2">')
    expect(page.text).not.toMatch(/<script>Ann|Business card/)
    // Without one, browsers ask for /favicon.ico.
    expect(page.text).toContain('<link rel="icon" href="/favicon.svg">')
    expect(page.headers['content-security-policy']).toContain("img-src 'self';")

    const [mail] = (await send(`${server.url}/__mail/api?to=BOB@example.com`)).json as [{ id: number; html: string }]
    const html = await send(`${server.url}/__mail/${mail.id}/html`)
    const base = '<base target="_blank">'
    expect(html.text.replace(base, '')).toBe(mail.html)
    expect(html.headers['content-security-policy']).toMatch(/^sandbox .*default-src 'none'/)

    // A link that works once must not be used up by the frame, in which it would open without scripts.
    expect(html.text).toContain(`<head>${base}`)
    // Not by a form on another site, or on another port of this machine.
    for (const site of ['cross-site', 'same-site'])
      expect(
        await send(`${server.url}/__mail/empty`, { method: 'POST', headers: { 'sec-fetch-site': site } }),
      ).toMatchObject({ status: 403 })
    expect((await send(`${server.url}/__mail/api`)).json).not.toEqual([])
    expect((await send(`${server.url}/__mail/api`, { method: 'DELETE' })).json).toEqual([])
    expect((await send(`${server.url}/__mail`)).text).toContain('No e-mail yet.')
    expect(await send(`${server.url}/__mail/empty`, { method: 'POST' })).toMatchObject({
      status: 303,
      headers: { location: '/__mail' },
    })
  } finally {
    await server.stop()
  }
})
