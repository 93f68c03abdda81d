import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { postJson, send } from '../support/backend-http.ts'
import { freePort } from '../support/free-port.mjs'
import {
  adminToken,
  newFile,
  PROCESS_KEYS,
  queryRows,
  type SiteProcess,
  startSite,
  storedFile,
  testimonial,
  upload,
} from '../support/site-process.ts'

const KILLS = Number(process.env.KILLS ?? 5)
const ACCEPTED_PER_ROUND = 8
const SENDERS = 3
const FILE_BYTES = 300_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'groundworks-kill-'))
let site: SiteProcess | undefined
afterAll(async () => {
  await site?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const accepted = new Set<string>()
const moderated = new Map<string, string>()
const uploaded = new Set<string>()

const untilKilled = async <Answer>(ask: () => Promise<Answer>, keep: (answer: Answer) => void) => {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (!answer) return
    keep(answer)
  }
}

let sent = 0
const submitUntilKilled = (url: string) =>
  untilKilled(
    async () => {
      sent += 1
      const text = `Testimonial ${sent}`
      // The hourly limit is ten per IP address.
      const from = `127.0.${10 + Math.floor(sent / 2_000)}.${1 + (Math.floor(sent / 8) % 250)}`
      return { text, answer: await postJson(`${url}/api/submit-testimonial`, testimonial(text), { from }) }
    },
    ({ text, answer }) => {
      if ((answer.json as { ok?: boolean }).ok) accepted.add(text)
    },
  )

const moderateUntilKilled = (url: string, token: string) => {
  const headers = {
    apikey: PROCESS_KEYS.VITE_SUPABASE_PUBLISHABLE_KEY,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  return untilKilled(
    async () => {
      const text = [...accepted].find((one) => !moderated.has(one)) ?? ''
      const status = moderated.size % 2 === 0 ? 'approved' : 'rejected'
      // Without a response, both outcomes are valid.
      if (text) moderated.set(text, 'unknown')
      const question = `${url}/rest/v1/reviews?text=eq.${encodeURIComponent(text)}&status=eq.pending`
      const answer = await send(question, { method: 'PATCH', headers, body: JSON.stringify({ status }) })
      return { text, status, answer }
    },
    ({ text, status, answer }) => {
      expect(answer.status, answer.text).toBeLessThan(300)
      if (text) moderated.set(text, status)
    },
  )
}

const uploadUntilKilled = (url: string, token: string) =>
  untilKilled(
    async () => {
      const file = newFile(FILE_BYTES)
      return { name: file.name, answer: await upload(url, token, file) }
    },
    ({ name, answer }) => {
      expect(answer.status, answer.text).toBe(200)
      uploaded.add(name)
    },
  )

const expectNothingLost = async (url: string) => {
  type Row = { text: string; status: string; moderated_at: string | null }
  const rows = await queryRows<Row>(url, 'reviews?select=text,status,moderated_at')
  const stored = new Map(rows.map((row) => [row.text, row]))
  expect(stored.size, 'nothing is stored twice').toBe(rows.length)
  expect([...accepted].filter((text) => !stored.has(text))).toEqual([])
  for (const [text, status] of moderated)
    if (status !== 'unknown') expect(stored.get(text), text).toMatchObject({ status })
  for (const { status, moderated_at } of rows) expect(moderated_at === null).toBe(status === 'pending')
  for (const name of uploaded) expect(await storedFile(url, name), `${name} is whole`).toBe(name)
  const files = readdirSync(path.join(dataDir, 'storage'))
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([])
}

test(`acknowledged writes survive ${KILLS} kills during submissions, moderation and uploads`, {
  timeout: 300_000,
}, async () => {
  const port = await freePort()
  let token = ''
  for (let kill = 1; kill <= KILLS; kill += 1) {
    site = startSite(dataDir, port)
    const { url } = site
    await expectNothingLost(url)
    token ||= await adminToken(url)
    const target = accepted.size + ACCEPTED_PER_ROUND
    const work = [
      ...Array.from({ length: SENDERS }, () => submitUntilKilled(url)),
      moderateUntilKilled(url, token),
      uploadUntilKilled(url, token),
    ]
    while (accepted.size < target) await pause(5)
    await site.kill()
    await Promise.all(work)
  }
  site = startSite(dataDir, port)
  await expectNothingLost(site.url)
  expect(accepted.size).toBeGreaterThanOrEqual(KILLS * ACCEPTED_PER_ROUND)
  expect(uploaded.size).toBeGreaterThan(KILLS)
})
