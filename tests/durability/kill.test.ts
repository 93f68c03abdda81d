import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { postJson, send } from '../support/backend-http.ts'

const ROUNDS = 5
const ACCEPTED_PER_ROUND = 20
const SENDERS = 4
const BOOT_MS = 60_000

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-durability-'))
const keys = {
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_durability',
  SUPABASE_SECRET_KEY: 'sb_secret_for_durability',
  SUPABASE_JWT_SECRET: 'jwt-secret-for-the-durability-test-only',
}

let server: ChildProcess | undefined

/** Ends the server and everything it started, without a chance to tidy up. */
const killServer = async () => {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  process.kill(-server.pid, 'SIGKILL')
  await ended
}
afterAll(async () => {
  await killServer()
  rmSync(folder, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const start = (port: number) => {
  const script = path.join(root, 'scripts/start.mjs')
  const command = existsSync(script) ? [script] : [path.join(root, 'node_modules/vite/bin/vite.js')]
  const { VITEST: _, ...surroundings } = process.env
  const env = {
    ...surroundings,
    ...keys,
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    SEED: 'off',
    SMTP_PORT: '0',
  }
  // Its own process group, so that no child survives the kill.
  server = spawn(process.execPath, command, { cwd: root, env, detached: true, stdio: 'ignore' })
}

/** The texts of every stored review, as soon as the server answers. */
const storedTexts = async (url: string): Promise<Set<string>> => {
  const deadline = Date.now() + BOOT_MS
  for (;;) {
    const headers = { apikey: keys.SUPABASE_SECRET_KEY }
    const answer = await send(`${url}/rest/v1/reviews?select=text`, { headers }).catch(() => undefined)
    if (answer?.status === 200) return new Set((answer.json as { text: string }[]).map(({ text }) => text))
    if (Date.now() > deadline) throw new Error(`The server did not answer in ${BOOT_MS} ms.`)
    await pause(100)
  }
}

let sent = 0
/** Submits until the server is gone; every accepted text goes into `accepted`. */
const submitUntilKilled = async (url: string, accepted: string[], onAccepted: () => void) => {
  for (;;) {
    sent += 1
    const text = `Testimonial ${sent}`
    const body = { name: 'Ann', location: 'NW3', text, email: 'ann@example.com', rating: 5 }
    // Ten from one address is the limit of an hour.
    const from = `127.0.${10 + Math.floor(sent / 2_000)}.${1 + (Math.floor(sent / 8) % 250)}`
    const answer = await postJson(`${url}/api/submit-testimonial`, body, { from }).catch(() => undefined)
    if (!answer) return
    if ((answer.json as { ok?: boolean } | undefined)?.ok !== true) continue
    accepted.push(text)
    onAccepted()
  }
}

test('every testimonial that was answered ok is there after five kills in the middle of submissions', {
  timeout: 300_000,
}, async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const accepted: string[] = []
  const missing = async () => {
    const stored = await storedTexts(url)
    return accepted.filter((text) => !stored.has(text))
  }
  for (let round = 1; round <= ROUNDS; round++) {
    start(port)
    expect(await missing()).toEqual([])
    const target = accepted.length + ACCEPTED_PER_ROUND
    const enough = new Promise<void>((resolve) => {
      const check = () => accepted.length >= target && resolve()
      const senders = Array.from({ length: SENDERS }, () => submitUntilKilled(url, accepted, check))
      void Promise.all(senders).then(() => resolve())
    })
    await enough
    await killServer()
    expect(accepted.length).toBeGreaterThanOrEqual(target)
  }
  start(port)
  expect(await missing()).toEqual([])
  expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS * ACCEPTED_PER_ROUND)
})
