// @ts-check
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadEnv } from 'vite'
import { freePort } from '../support/free-port.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** @typedef {{ status: number, json: any, ms: number, bytes: number }} Answer */
/** @typedef {{ method?: string, headers?: import('node:http').OutgoingHttpHeaders, body?: unknown, from?: string, agent?: import('node:http').Agent | false }} Call */
/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */

const parse = (/** @type {string} */ text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Starts the built site on an empty database of its own. */
export const openSite = async () => {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'load-'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), SEED: 'off', SMTP_PORT: '0' }
  const child = fork(path.join(import.meta.dirname, 'server.mjs'), {
    cwd: root,
    env,
    // Its log of expected refusals would hide the table.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
  /** @returns {Promise<any[]>} */
  const sql = (/** @type {string} */ text, /** @type {readonly unknown[]} */ parameters = []) =>
    new Promise((resolve) => {
      // One question at a time.
      child.once('message', (/** @type {any} */ rows) => resolve(rows))
      child.send({ text, parameters })
    })

  /** @returns {Promise<Answer>} */
  const call = (
    /** @type {string} */ path,
    /** @type {Call} */ { method = 'GET', headers, body, from, agent = false } = {},
  ) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const options = {
        method,
        agent,
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(from ? { localAddress: from } : {}),
      }
      const req = request(`http://127.0.0.1:${port}${path}`, options, async (res) => {
        /** @type {Buffer[]} */
        const chunks = []
        for await (const chunk of res) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        const json = parse(bytes.toString())
        resolve({ status: res.statusCode ?? 0, json, ms: performance.now() - started, bytes: bytes.length })
      })
      req.once('error', reject)
      req.end(body ? JSON.stringify(body) : undefined)
    })

  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { call, sql, close, keys: loadEnv('production', root, '') }
}

/** The headers of a new administrator who is signed in. */
export const administrator = async (/** @type {Site} */ { call, keys }) => {
  const account = { email: `load-${randomUUID()}@example.com`, password: randomUUID() }
  const secret = keys.SUPABASE_SECRET_KEY
  await call('/auth/v1/admin/users', {
    method: 'POST',
    headers: { apikey: secret },
    body: { ...account, email_confirm: true, app_metadata: { role: 'admin' } },
  })
  const apikey = keys.VITE_SUPABASE_PUBLISHABLE_KEY
  const { json } = await call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey },
    body: account,
  })
  return { apikey, authorization: `Bearer ${json.access_token}` }
}

/** Median, 95th percentile and worst of some times, in ms. */
export const spread = (/** @type {readonly number[]} */ values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (/** @type {number} */ part) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`
}
