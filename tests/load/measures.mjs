// @ts-check
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { administrator, spread } from './site.mjs'

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {[what: string, figure: string, ok: boolean][]} Rows */

const VISITORS = 500
const PER_SECOND = 50
const BURST = 40
const HOURLY_LIMIT = 10
const REVIEWS = 50_000
const PAGE_SECONDS = 6

const submit = (/** @type {Site} */ site, /** @type {string} */ text, /** @type {string} */ from) =>
  site.call('/api/submit-testimonial', {
    method: 'POST',
    from,
    body: { name: 'Ann', location: 'NW3', text, email: 'ann@example.com', rating: 5 },
  })

/** Many visitors at once, then one who does not stop. @returns {Promise<Rows>} */
export const visitors = async (/** @type {Site} */ site) => {
  await submit(site, 'Wakes the functions up', '127.0.9.1')
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: VISITORS }, async (_, index) => {
      await pause((index * 1_000) / PER_SECOND)
      const text = `Visitor ${index}`
      const { status, ms } = await submit(site, text, `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`)
      return { text, status, ms }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  const burst = await Promise.all(
    Array.from({ length: BURST }, (_, index) => submit(site, `Burst ${index}`, '127.0.8.1')),
  )
  const accepted = answers.filter(({ status }) => status === 200)
  const stored = new Set((await site.sql('select text from reviews')).map((/** @type {any} */ { text }) => text))
  const lost = accepted.filter(({ text }) => !stored.has(text)).length
  const count = (/** @type {number} */ wanted) => burst.filter(({ status }) => status === wanted).length
  const clean = burst.filter(({ status, json }) => status === 429 && json?.error?.code === 'rate-limited').length
  return [
    [
      `${VISITORS} submissions, ${PER_SECOND} a second`,
      `${accepted.length} accepted in ${seconds.toFixed(1)} s`,
      accepted.length === VISITORS,
    ],
    ['  their answers', spread(answers.map(({ ms }) => ms)), true],
    ['  acknowledged, but not stored', String(lost), lost === 0],
    [
      `${BURST} at once from one IP address`,
      `${count(200)} accepted, ${clean} refused with 429`,
      count(200) === HOURLY_LIMIT && clean === BURST - HOURLY_LIMIT,
    ],
  ]
}

// Eight in ten pending, one published, one deleted, each some 60 words long.
const seedReviews = async (/** @type {Site} */ { sql }) => {
  await sql(
    `insert into reviews (name, location, title, text, rating, status, source, email, created_at)
     select 'Writer ' || n, 'London', case when n % 3 = 0 then 'Title ' || n end,
       'Review ' || n || '. ' || repeat('They dug, propped and poured for weeks. ', 9), 3 + (n / 7) % 3,
       case n % 10 when 0 then 'approved' when 1 then 'rejected' else 'pending' end, 'Website',
       'writer' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series((select count(*) + 1 from reviews), $1::int) n`,
    [REVIEWS],
  )
  // A hosted database does both by itself.
  await sql('vacuum analyze reviews')
}

/** What is asked most of a large table. @returns {Promise<Rows>} */
export const manyReviews = async (/** @type {Site} */ site) => {
  await seedReviews(site)
  const headers = await administrator(site)
  const visitor = { apikey: headers.apikey }
  const list = '/rest/v1/rpc/approved_reviews'
  const [last] = await site.sql(
    `select min(created_at) + interval '6 minutes' as moment from reviews where status = 'pending'`,
  )
  const moderation = (/** @type {string} */ call, /** @type {object} */ body) => ({
    path: `/rest/v1/rpc/${call}`,
    call: { method: 'POST', headers, body },
  })
  const page = { p_status: 'pending', p_search: '', p_limit: 50 }
  /** @type {[string, { path: string, call: import('./site.mjs').Call }, number][]} */
  const questions = [
    ['public testimonials, first page', { path: list, call: { headers: visitor } }, 200],
    ['public summary', { path: '/rest/v1/rpc/approved_review_summary', call: { headers: visitor } }, 200],
    ['moderation, first page', moderation('moderation_page', page), 200],
    ['moderation, last page', moderation('moderation_page', { ...page, p_before: last.moment }), 200],
    ['moderation, counts', moderation('moderation_counts', { p_search: '' }), 1_000],
    [
      'moderation, search without a match',
      moderation('moderation_page', { ...page, p_search: 'nothing like it' }),
      2_000,
    ],
  ]
  /** @type {Rows} */
  const rows = []
  for (const [what, { path, call }, limit] of questions) {
    const times = []
    let ok = true
    for (let run = 0; run < 10; run += 1) {
      const { status, ms } = await site.call(path, call)
      ok &&= status === 200
      times.push(ms)
    }
    const median = times.sort((a, b) => a - b)[5] ?? 0
    rows.push([
      `${REVIEWS.toLocaleString('en-GB')} reviews: ${what}`,
      `${spread(times)} (at most ${limit} ms)`,
      ok && median <= limit,
    ])
  }
  return rows
}

/** How many pages the preview server hands out in a second. @returns {Promise<Rows>} */
export const pageViews = async (/** @type {Site} */ site) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const pages = ['/', '/projects', '/testimonials', '/business-card']
  /** @type {number[]} */
  const times = []
  let failed = 0
  const until = performance.now() + PAGE_SECONDS * 1_000
  const visit = async () => {
    for (let view = 0; performance.now() < until; view += 1) {
      const { status, ms, bytes } = await site.call(pages[view % pages.length] ?? '/', {
        agent,
        headers: { accept: 'text/html' },
      })
      // A page, not an empty or a half answer.
      if (status !== 200 || bytes < 1_000) failed += 1
      times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: 16 }, visit))
  agent.destroy()
  return [
    [
      `page views, 16 at a time`,
      `${Math.round(times.length / PAGE_SECONDS)} a second; ${spread(times)}; ${failed} failed`,
      failed === 0,
    ],
  ]
}
