// @ts-check
// Notes each kind of call that the browser and the functions make to the backend, once: `E2E_RECORD=calls.jsonl`. docs/hosted.md
// is made from it. Of values it keeps the shape alone.
import { appendFileSync } from 'node:fs'

const BACKEND = /^\/(?:auth|rest|storage|functions)\/v1\//
const HEADERS = ['prefer', 'accept', 'content-type', 'range', 'x-supabase-api-version']

/** @returns {unknown} */
const shapeOf = (/** @type {unknown} */ value) => {
  if (Array.isArray(value))
    return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].map((one) => JSON.parse(one))
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  /** @type {Record<string, unknown>} */
  const shape = {}
  for (const [key, inner] of Object.entries(value)) shape[key] = /metadata/.test(key) ? 'object' : shapeOf(inner)
  return shape
}

const bodyShape = (/** @type {Buffer[]} */ chunks) => {
  try {
    return shapeOf(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    return chunks.length > 0 ? 'not JSON' : ''
  }
}

const keyKind = (/** @type {string | undefined} */ value = '') =>
  /sb_publishable/.test(value) ? 'publishable' : /sb_secret/.test(value) ? 'secret' : value ? 'token' : 'none'

const pathOf = (/** @type {string} */ url) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams].map(([name, value]) => {
    const kept = name === 'select' || name === 'order' || name === 'columns' || /^(?:is|not)\./.test(value)
    return `${name}=${kept ? value : value.replace(/^((?:eq|in|gt)\.)?.*$/, '$1…')}`
  })
  const path = pathname
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replaceAll(/[0-9a-f]{64}/g, '{sha256}')
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** @returns {import('vite').Plugin} */
export const recorder = (/** @type {string} */ file) => {
  const seen = new Set()
  return {
    name: 'recorder',
    enforce: 'pre',
    configurePreviewServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        if (!BACKEND.test(req.url ?? '')) return next()
        /** @type {Buffer[]} */
        const sent = []
        /** @type {Buffer[]} */
        const answered = []
        req.on('data', (chunk) => sent.push(chunk))
        req.pause()
        for (const name of /** @type {const} */ (['write', 'end'])) {
          const original = /** @type {Function} */ (res[name])
          res[name] = (/** @type {any[]} */ ...args) => {
            if (args[0] && typeof args[0] !== 'function') answered.push(Buffer.from(args[0]))
            return Reflect.apply(original, res, args)
          }
        }
        res.once('finish', () => {
          const headers = HEADERS.flatMap((name) => (req.headers[name] ? [`${name}: ${req.headers[name]}`] : []))
          const call = {
            call: `${req.method} ${pathOf(req.url ?? '')}`,
            by: /Deno/.test(req.headers['user-agent'] ?? '') ? 'function' : 'browser',
            apikey: keyKind(req.headers.apikey?.toString()),
            authorization: keyKind(req.headers.authorization),
            headers,
            body: bodyShape(sent),
            status: res.statusCode,
            range: res.getHeader('content-range') ?? '',
            answer: bodyShape(answered),
          }
          const line = JSON.stringify(call)
          const key = JSON.stringify([call.call, call.by, call.apikey, call.authorization, call.status])
          if (seen.has(key)) return
          seen.add(key)
          appendFileSync(file, `${line}\n`)
        })
        next()
      })
    },
  }
}
