import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { postJson } from '../support/backend-http.ts'
import { callAs } from '../support/backend-users.ts'
import { freePort } from '../support/free-port.mjs'
import { adminToken, PROCESS_KEYS, queryRows, startSite, testimonial } from '../support/site-process.ts'
import { machineLoad, median } from './support/figures.ts'

const VISITORS = 500
const PER_SECOND = 50
const BURST = 40
const HOURLY_LIMIT = 10
const REVIEWS = 50_000
const PAGE_SECONDS = 6
const READERS = 16
const PAGES = ['/', '/projects', '/testimonials', '/business-card']

type Row = { what: string; figure: string; ok?: boolean }

const spread = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return `median ${Math.round(median(times))} ms, p95 ${Math.round(p95)} ms, worst ${Math.round(sorted.at(-1) ?? 0)} ms`
}

const timed = async <Answer>(ask: () => Promise<Answer>) => {
  const started = performance.now()
  const answer = await ask()
  return { answer, ms: performance.now() - started }
}

const submit = (url: string, text: string, from: string) =>
  timed(() => postJson(`${url}/api/submit-testimonial`, testimonial(text), { from }))

const visitors = async (url: string): Promise<Row[]> => {
  await submit(url, 'Wakes the functions up', '127.0.9.1')
  const answers = await Promise.all(
    Array.from({ length: VISITORS }, async (_, index) => {
      await pause((index * 1_000) / PER_SECOND)
      const text = `Visitor ${index}`
      const from = `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`
      return { text, ...(await submit(url, text, from)) }
    }),
  )
  const burst = Array.from({ length: BURST }, (_, index) => submit(url, `Burst ${index}`, '127.0.8.1'))
  const statuses = (await Promise.all(burst)).map(({ answer }) => answer.status)
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  const rows = await queryRows<{ text: string }>(url, 'reviews?select=text&text=like.Visitor*')
  const stored = new Set(rows.map(({ text }) => text))
  const accepted = answers.filter(({ answer }) => answer.status === 200)
  const lost = accepted.filter(({ text }) => !stored.has(text)).length
  const figure = `${accepted.length} accepted, ${lost} of them lost; ${spread(answers.map(({ ms }) => ms))}`
  const ofBurst = `${count(200)} accepted, ${count(429)} refused with 429`
  const isLimited = count(200) === HOURLY_LIMIT && count(429) === BURST - HOURLY_LIMIT
  const all = `${VISITORS} testimonials from as many IP addresses, ${PER_SECOND} a second`
  return [
    { what: all, figure, ok: accepted.length === VISITORS && lost === 0 },
    { what: `${BURST} at once from one IP address`, figure: ofBurst, ok: isLimited },
  ]
}

const pageViews = async (url: string): Promise<Row[]> => {
  const times: number[] = []
  let failed = 0
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const open = async (page: string) => {
    const [answer] = await once(get(page, { agent, headers: { accept: 'text/html' } }), 'response')
    return text(answer)
  }
  const until = performance.now() + PAGE_SECONDS * 1_000
  const read = async () => {
    for (let view = 0; performance.now() < until; view += 1) {
      const { answer, ms } = await timed(() => open(url + PAGES[view % PAGES.length]))
      // An empty or truncated response isn't a page.
      if (!answer.endsWith('</html>\n')) failed += 1
      times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  agent.destroy()
  const figure = `${Math.round(times.length / PAGE_SECONDS)} a second; ${spread(times)}; ${failed} failed`
  return [{ what: `page views, ${READERS} at a time`, figure, ok: failed === 0 }]
}

/** Stores short reviews, of which 80 % are pending, 10 % published and 10 % deleted. */
const seedReviews = async (dataDir: string) => {
  const database = await openPglite(dataDir, { relaxed: true })
  await database.query(
    `insert into reviews (name, location, title, text, rating, status, source, email, created_at)
     select 'Writer ' || n, 'London', case when n % 3 = 0 then 'Title ' || n end,
       'Review ' || n || '. ' || repeat('They dug, propped and poured for weeks. ', 9), 3 + (n / 7) % 3,
       case n % 10 when 0 then 'approved' when 1 then 'rejected' else 'pending' end, 'Website',
       'writer' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series((select count(*) + 1 from reviews), $1::int) n`,
    [REVIEWS],
  )
  // A hosted database does both automatically.
  await database.query('vacuum analyze reviews')
  await database.close()
}

const manyReviews = async (url: string): Promise<Row[]> => {
  const { VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = PROCESS_KEYS
  const owner = { token: await adminToken(url) }
  const oldest = 'reviews?select=created_at&status=eq.pending&order=created_at&offset=5&limit=1'
  const [last] = await queryRows<{ created_at: string }>(url, oldest)
  const page = { p_status: 'pending', p_search: '', p_limit: 50 }
  const questions: [what: string, limit: number, call: string, body?: object][] = [
    ['public testimonials, first page', 200, 'approved_reviews'],
    ['public summary', 200, 'approved_review_summary'],
    ['moderation, first page', 200, 'moderation_page', page],
    ['moderation, last page', 200, 'moderation_page', { ...page, p_before: last?.created_at }],
    ['moderation, counts', 1_000, 'moderation_counts', { p_search: '' }],
    ['moderation, search', 2_000, 'moderation_page', { ...page, p_search: 'nothing like it' }],
  ]
  const rows: Row[] = []
  for (const [what, limit, call, body] of questions) {
    const options = { method: body ? 'POST' : 'GET', body }
    const who = body ? owner : 'visitor'
    const ask = () => callAs({ url, publishableKey, secretKey }, who, `/rest/v1/rpc/${call}`, options)
    const times: number[] = []
    let ok = true
    for (let time = 0; time < 10; time += 1) {
      const { answer, ms } = await timed(ask)
      times.push(ms)
      ok &&= answer.status === 200
    }
    ok &&= median(times) <= limit
    rows.push({ what: `${REVIEWS} reviews: ${what}`, figure: `${spread(times)} (at most ${limit} ms)`, ok })
  }
  return rows
}

/** `npm run load` measures the load that the site and the embedded backend handle. */
export const run = async (): Promise<void> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'load-'))
  const dataDir = path.join(folder, 'data')
  const start = async () =>
    startSite(dataDir, await freePort(), path.resolve('node_modules/vite/bin/vite.js'), 'preview')
  let site = await start()
  const rows: Row[] = []
  try {
    await queryRows(site.url, 'reviews?select=id&limit=1')
    rows.push(...(await visitors(site.url)), ...(await pageViews(site.url)))
    await site.kill()
    await seedReviews(dataDir)
    site = await start()
    await queryRows(site.url, 'reviews?select=id&limit=1')
    rows.push(...(await manyReviews(site.url)))
  } finally {
    await site.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  console.info(`Load test, ${machineLoad()}, which also generate the load`)
  console.table(rows)
  if (!rows.every(({ ok }) => ok)) throw new Error("The site couldn't handle the load. See the rows that aren't ok.")
}
