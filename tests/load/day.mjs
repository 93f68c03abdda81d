// @ts-check
import { administrator } from './site.mjs'

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {import('./measures.mjs').Rows} Rows */

const WORK = 2_000

/** A day's work in the admin area, and what the server's memory does meanwhile. @returns {Promise<Rows>} */
export const longDay = async (/** @type {Site} */ site) => {
  const headers = await administrator(site)
  const call = (/** @type {string} */ path, /** @type {object} */ body) =>
    site.call(`/${path}`, { method: 'POST', headers, body })
  const ids = (await site.sql(`select id from reviews where status = 'pending' limit ${WORK / 4}`)).map(
    (/** @type {any} */ { id }) => id,
  )
  const megabytes = async () => {
    const { rss, heapUsed } = await site.memory()
    return { rss: Math.round(rss / 2 ** 20), heap: Math.round(heapUsed / 2 ** 20) }
  }
  /** @type {Rows} */
  const rows = []
  let failed = 0
  let settled = { rss: 0, heap: 0 }
  let last = settled
  for (let done = 0; done < WORK; done += 4) {
    const answers = [
      await call('functions/v1/moderate-reviews', {
        action: 'set-status',
        ids: [ids[done / 4]],
        from: 'pending',
        to: done % 8 === 0 ? 'approved' : 'rejected',
      }),
      await call('rest/v1/rpc/moderation_page', {
        p_status: 'pending',
        p_search: '',
        p_before: new Date(Date.now() - (done % 40) * 3_000_000).toISOString(),
        p_limit: 50,
      }),
      // A search reads every row: now and then, as somebody would.
      await call('rest/v1/rpc/moderation_page', {
        p_status: 'rejected',
        p_search: done % 40 === 0 ? `writer${done}@` : '',
        p_limit: 50,
      }),
      done % 40 === 0
        ? await call('rest/v1/rpc/moderation_counts', { p_search: '' })
        : await site.call('/rest/v1/enquiries?select=id&limit=20', { headers }),
    ]
    failed += answers.filter(({ status }) => status >= 300).length
    if ((done + 4) % (WORK / 5) !== 0) continue
    last = await megabytes()
    // Code that is compiled and caches that fill up at first are no leak.
    if (settled.rss === 0) settled = last
    rows.push([`admin requests: ${done + 4}`, `RSS ${last.rss} MB, heap ${last.heap} MB`, true])
  }
  const flat = last.heap <= settled.heap + 20 && last.rss <= settled.rss * 1.15
  rows.push(['  failed; memory flat since the first fifth', `${failed}; ${flat ? 'yes' : 'no'}`, failed === 0 && flat])
  return rows
}
