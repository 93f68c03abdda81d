// @ts-check
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import { loadEnv, preview } from 'vite'
import { CHROMIUM_HELP, CHROMIUM_SWITCHES, findChromium } from '../../../scripts/browsers.mjs'
import { buildIfStale } from '../../../scripts/site.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const dist = path.join(root, 'dist')
const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
})

/** @type {Map<string, Buffer>} */
const compressed = new Map()
const compress = (/** @type {string} */ file) => {
  const bytes = compressed.get(file) ?? brotliCompressSync(readFileSync(file))
  compressed.set(file, bytes)
  return bytes
}

/**
 * Static hosts answer with Brotli; the preview server compresses less well.
 * @returns {import('vite').Plugin}
 */
const asTheHostDoes = () => ({
  name: 'bench-brotli',
  configurePreviewServer(server) {
    // After the hosting rules, which have already set the headers and found the page's file.
    server.middlewares.use((request, response, next) => {
      const [pathname = ''] = (request.url ?? '').split('?')
      const type = TYPES[path.extname(pathname)]
      const file = path.join(dist, path.normalize(pathname))
      if (!type || !existsSync(file)) return next()
      response.setHeader('Content-Type', type)
      response.setHeader('Content-Encoding', 'br')
      response.end(compress(file))
    })
  },
})

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @typedef {<Row>(text: string, parameters?: readonly unknown[]) => Promise<Row[]>} Sql */
/** @typedef {{ site: string, url: string, sql: Sql, browser: import('playwright').Browser, close: () => Promise<void> }} Bench */

/**
 * The built site with the embedded backend on an empty database of its own, in this process: what is seeded goes
 * straight into the database.
 * @returns {Promise<Bench>}
 */
export const openBench = async () => {
  buildIfStale(root)
  const executablePath = findChromium()
  if (!executablePath) throw new Error(CHROMIUM_HELP)
  const port = await freePort()
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'data')
  Object.assign(process.env, { PORT: String(port), DATA_DIR: dataDir, SEED: 'off' })
  process.chdir(root)
  await preview({ root, logLevel: 'warn', plugins: [asTheHostDoes()] })
  process.once('exit', () => rmSync(path.dirname(dataDir), { recursive: true, force: true }))
  // The backend's plugin stores its one server here.
  const backend = await Reflect.get(globalThis, Symbol.for('groundworks.embedded-backend')).ready
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_SWITCHES })
  const site = `http://localhost:${port}`
  return { site, url: site, sql: backend.sql, browser, close: () => browser.close() }
}

/**
 * A browser context in which a new administrator is signed in, as storage for further contexts.
 * @param {Bench} bench
 */
export const signedIn = async ({ url, site, browser }) => {
  const { SUPABASE_SECRET_KEY: secret = '' } = loadEnv('production', root, '')
  const account = { email: `bench-${randomUUID()}@example.com`, password: randomUUID() }
  const made = await fetch(`${site}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email_confirm: true, app_metadata: { role: 'admin' } }),
  })
  if (!made.ok) throw new Error(`No administrator: ${await made.text()}`)
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto('/admin/login')
  await page.evaluate(() => localStorage.setItem('cookieConsent', 'rejected'))
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account: / }).waitFor()
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

/** Middle and 95th percentile of some measurements. */
export const spread = (/** @type {readonly number[]} */ values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (/** @type {number} */ part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: Math.round(at(0.5)), p95: Math.round(at(0.95)) }
}
