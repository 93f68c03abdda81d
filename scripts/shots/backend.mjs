// @ts-check
// What the screens show, stored past every right.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { loadEnv } from 'vite'

const keys = loadEnv('production', path.resolve(import.meta.dirname, '../..'), '')

/** Calls the backend as the server itself, or as a visitor. */
const call = async (/** @type {string} */ url, /** @type {object} */ body, key = keys.SUPABASE_SECRET_KEY ?? '') => {
  const headers = { apikey: key, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${text}`)
  return text
}

/** Makes an administrator of a site; returns the session. */
export const signIn = async (/** @type {string} */ site) => {
  const account = { email: 'owner@example.com', password: 'below-street-level-2' }
  await call(`${site}/auth/v1/admin/users`, { ...account, email_confirm: true, app_metadata: { role: 'admin' } })
  return call(`${site}/auth/v1/token?grant_type=password`, account, keys.VITE_SUPABASE_PUBLISHABLE_KEY)
}

const letter = {
  kind: 'contact',
  email: 'priya@example.com',
  phone: '020 7946 0500',
  subject: 'Damp in a Camden cellar',
}
/** Stores an enquiry, as one that a visitor has sent. */
export const storeEnquiry = (/** @type {string} */ site, change = {}) =>
  call(`${site}/rest/v1/enquiries`, { ...letter, name: 'Priya Nair', message: 'Could you come and look?', ...change })

/** Opens the invitation that `storeInvitations` stores. */
export const TOKEN = 'invitation'.repeat(5).slice(0, 43)
/** Stores two invitations, and a published review whose writer could not be thanked. */
export const storeInvitations = async (/** @type {string} */ site) => {
  const hashOf = (/** @type {string} */ token) => createHash('sha256').update(token).digest('hex')
  const person = { name: 'Adaeze Nwosu', email: 'adaeze@example.com', location: 'Camden', token_hash: hashOf(TOKEN) }
  const sent = { ...person, delivery: 'sent', sent_at: new Date().toISOString() }
  const failed = { ...person, name: 'Tom Achterberg', email: 'tom@example.com', token_hash: hashOf('Tom') }
  await call(`${site}/rest/v1/review_invitations`, sent)
  await call(`${site}/rest/v1/review_invitations`, { ...failed, delivery: 'failed' })
  const review = { name: 'Mina Park', location: 'Barnes', text: 'Level floors.', rating: 5, email: 'mina@example.com' }
  const published = { ...review, status: 'approved', verified: true }
  await call(`${site}/rest/v1/reviews`, { ...published, thanks_failed_at: new Date().toISOString() })
}
