import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { freePort, PROCESS_KEYS, rowsOf, startSite, testimonial } from '../support/site-process.ts'

let backend: TestBackend
let faults = 0
beforeAll(async () => {
  backend = await createTestBackend()
})
afterAll(async () => {
  await backend.stop()
  console.info(`${faults} faults: clocks that jump; nothing was lost`)
})

const submit = async (text: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(testimonial(text))
  return (await backend.fetch('/api/submit-testimonial', { method: 'POST', headers, body })).status
}

// The database has no clock of its own to put right: that what it has noted lies elsewhere comes to the same.
test.each([
  ['ahead', `- interval '2 hours'`],
  ['back', `+ interval '30 days'`],
])('a clock that jumps %s locks nobody out for longer than the limit says', async (way, shift) => {
  await backend.sql('delete from private.rate_limit_hits')
  for (let call = 0; call < 10; call += 1) expect(await submit(`${way} ${call}`)).toBe(200)
  expect(await submit(`${way}, one too many`)).toBe(429)
  await backend.sql(`update private.rate_limit_hits set hit_at = hit_at ${shift}, expires_at = expires_at ${shift}`)
  faults += 1
  expect(await submit(`${way}, afterwards`)).toBe(200)
  const stored = await backend.sql(`select 1 from reviews where text like '${way} %' or text like '${way},%'`)
  expect(stored).toHaveLength(11)
})

const HOUR = 3_600_000

test('a server whose clock jumps shows expired sessions nothing, and lets their owners go on without signing in again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-clock-'))
  const clock = path.join(folder, 'clock')
  const jump = async (by: number) => {
    writeFileSync(clock, String(by))
    await pause(100)
    faults += 1
  }
  writeFileSync(clock, '0')
  const preload = pathToFileURL(path.resolve(import.meta.dirname, '../support/shifted-clock.mjs'))
  const more = { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: clock }
  const site = startSite(path.join(folder, 'data'), await freePort(), more)
  const auth = (path: string, apikey: string, body: object) =>
    send(`${site.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  type Session = { access_token: string; refresh_token: string }
  const { VITE_SUPABASE_PUBLISHABLE_KEY: publicKey, SUPABASE_SECRET_KEY: secretKey } = PROCESS_KEYS
  const reads = ({ access_token }: Session) =>
    send(`${site.url}/rest/v1/enquiries?select=id`, {
      headers: { apikey: publicKey, authorization: `Bearer ${access_token}` },
    })
  const refreshed = async ({ refresh_token }: Session) => {
    const answer = await auth('token?grant_type=refresh_token', publicKey, { refresh_token })
    expect(answer.status, answer.text).toBe(200)
    return answer.json as Session
  }
  try {
    await rowsOf(site.url, 'reviews?select=id')
    const account = { email: 'owner@example.com', password: 'an-owners-password' }
    await auth('admin/users', secretKey, { ...account, email_confirm: true, app_metadata: { role: 'admin' } })
    let session = (await auth('token?grant_type=password', publicKey, account)).json as Session
    expect((await reads(session)).status).toBe(200)
    for (const by of [3 * HOUR, 0, -24 * HOUR, 30 * 24 * HOUR]) {
      await jump(by)
      const before = await reads(session)
      // Ahead, the token has expired; behind, it is still good, or from a future that is refused as well.
      if (by > 0) expect(before.status, `${by}`).toBe(401)
      else expect([200, 401]).toContain(before.status)
      session = await refreshed(session)
      expect((await reads(session)).status, `${by}`).toBe(200)
    }
  } finally {
    await site.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
