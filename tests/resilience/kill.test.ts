import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postJson, send } from '../support/backend-http.ts'
import {
  adminToken,
  buildBackend,
  freePort,
  newFile,
  PROCESS_KEYS,
  rowsOf,
  type SiteProcess,
  startSite,
  storedFile,
  testimonial,
  upload,
} from '../support/site-process.ts'

const KILLS = Number(process.env.KILLS ?? 12)
// Most of a start is waiting for the disk and for other programs: several servers side by side take hardly longer than one.
const LANES = 2
const ACCEPTED_PER_ROUND = 8
const SENDERS = 3
const FILE_BYTES = 300_000

const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-resilience-'))
const sites = new Set<SiteProcess>()
let program: string
beforeAll(async () => {
  program = await buildBackend()
})
afterAll(async () => {
  for (const site of sites) await site.kill()
  rmSync(folder, { recursive: true, force: true })
  rmSync(path.dirname(program), { recursive: true, force: true })
})

type Row = { text: string; status: string; moderated_at: string | null }

let sent = 0
/** Submits until the server is gone; every accepted text goes into `accepted`. */
const submitUntilKilled = async (url: string, accepted: Set<string>) => {
  for (;;) {
    sent += 1
    const text = `Testimonial ${sent}`
    // Ten from one IP address is the limit of an hour.
    const from = `127.0.${10 + Math.floor(sent / 2_000)}.${1 + (Math.floor(sent / 8) % 250)}`
    const answer = await postJson(`${url}/api/submit-testimonial`, testimonial(text), { from }).catch(() => undefined)
    if (!answer) return
    if ((answer.json as { ok?: boolean } | undefined)?.ok === true) accepted.add(text)
  }
}

/** Publishes and deletes what was accepted, until the server is gone; notes what was acknowledged. */
const moderateUntilKilled = async (
  url: string,
  token: string,
  accepted: Set<string>,
  moderated: Map<string, string>,
) => {
  for (;;) {
    const text = [...accepted].find((one) => !moderated.has(one))
    if (!text) {
      if (!(await send(`${url}/rest/v1/`).catch(() => undefined))) return
      continue
    }
    const status = moderated.size % 2 === 0 ? 'approved' : 'rejected'
    const answer = await send(`${url}/rest/v1/reviews?text=eq.${encodeURIComponent(text)}&status=eq.pending`, {
      method: 'PATCH',
      headers: {
        apikey: PROCESS_KEYS.VITE_SUPABASE_PUBLISHABLE_KEY,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ status }),
    }).catch(() => undefined)
    if (!answer) {
      // Nobody knows whether this one was done; both are right, it only must not be half done.
      moderated.set(text, 'unknown')
      return
    }
    if (answer.status < 300) moderated.set(text, status)
    else throw new Error(`Moderation was answered ${answer.status}: ${answer.text}`)
  }
}

/** Uploads files until the server is gone; notes the name of each that was acknowledged. */
const uploadUntilKilled = async (url: string, token: string, uploaded: Set<string>) => {
  for (;;) {
    const file = newFile(FILE_BYTES)
    const answer = await upload(url, token, file).catch(() => undefined)
    if (!answer) return
    if (answer.status !== 200) throw new Error(`An upload was answered ${answer.status}: ${answer.text}`)
    uploaded.add(file.name)
  }
}

/** Kills one server again and again, and returns what it had acknowledged. */
const killOften = async (kills: number, dataDir: string) => {
  const port = await freePort()
  const accepted = new Set<string>()
  const moderated = new Map<string, string>()
  const uploaded = new Set<string>()
  let token = ''

  const checkAll = async (url: string) => {
    const rows = await rowsOf<Row>(url, 'reviews?select=text,status,moderated_at')
    const stored = new Map(rows.map((row) => [row.text, row]))
    expect(stored.size, 'nothing is stored twice').toBe(rows.length)
    expect([...accepted].filter((text) => !stored.has(text))).toEqual([])
    for (const [text, status] of moderated)
      if (status !== 'unknown') expect(stored.get(text), text).toMatchObject({ status })
    for (const { status, moderated_at } of rows) {
      expect(['pending', 'approved', 'rejected']).toContain(status)
      expect(moderated_at === null).toBe(status === 'pending')
    }
    for (const name of uploaded) expect(await storedFile(url, name), `${name} is whole`).toBe(name)
    const names = readdirSync(path.join(dataDir, 'storage'))
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
  }

  for (let kill = 1; kill <= kills; kill += 1) {
    const site = startSite(dataDir, port, {}, program)
    sites.add(site)
    await checkAll(site.url)
    token ||= await adminToken(site.url)
    const { url } = site
    const target = accepted.size + ACCEPTED_PER_ROUND
    const work = [
      ...Array.from({ length: SENDERS }, () => submitUntilKilled(url, accepted)),
      moderateUntilKilled(url, token, accepted, moderated),
      uploadUntilKilled(url, token, uploaded),
    ]
    while (accepted.size < target) await new Promise((resolve) => setTimeout(resolve, 5))
    await site.kill()
    await Promise.all(work)
  }
  const site = startSite(dataDir, port, {}, program)
  sites.add(site)
  await checkAll(site.url)
  await site.kill()
  const answered = [...moderated.values()].filter((status) => status !== 'unknown')
  return { submissions: accepted.size, moderations: answered.length, files: uploaded.size }
}

test(`what was acknowledged is there after ${KILLS} kills in the middle of submissions, moderation and uploads`, {
  timeout: 300_000,
}, async () => {
  const share = (lane: number) => Math.floor((KILLS + lane) / LANES)
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => killOften(share(lane), path.join(folder, `data-${lane}`))),
  )
  const sum = (key: 'submissions' | 'moderations' | 'files') => lanes.reduce((total, lane) => total + lane[key], 0)
  expect(sum('submissions')).toBeGreaterThanOrEqual(KILLS * ACCEPTED_PER_ROUND)
  expect(sum('files')).toBeGreaterThan(KILLS)
  console.info(
    `${KILLS} faults: kills under ${sum('submissions')} acknowledged testimonials, ${sum('moderations')} moderations and ${sum('files')} files; nothing was lost`,
  )
})
