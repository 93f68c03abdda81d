import type { IncomingMessage, ServerResponse } from 'node:http'
import { SmtpEmailDriver } from '@supabase/lite'
import { type Backend, createBackend } from './backend.ts'
import { openPglite } from './database/engine.ts'
import { filesFolder, lockDataDir } from './database/lock.ts'
import { prepareDataDir } from './database/template.ts'
import { createFunctionRunner, proxyToFunction } from './functions/runner.ts'
import { createMailboxRoutes } from './mailbox/page.ts'
import { type Mailbox, openMailbox } from './mailbox/store.ts'
import { getRemoteAddress, sendError, sendFetchResponse, toFetchRequest } from './node-http.ts'
import { type BackendOptions, createFunctionEnvironment, getSiteOrigins } from './options.ts'
import { readProjectConfig } from './project-config.ts'
import { isUpload, UPLOAD_MAX } from './storage/gate.ts'

const FUNCTIONS = '/functions/v1/'
const SUBMIT_TESTIMONIAL = '/api/submit-testimonial'
const BACKEND_PATHS = /^\/(?:(?:auth|rest|storage|functions)\/v1\/|api\/submit-testimonial(?:\?|$)|__mail(?:[/?]|$))/

const openBackend = async (options: BackendOptions, mailbox: Promise<Mailbox>, relaxed: boolean): Promise<Backend> => {
  const config = readProjectConfig(options.root)
  await prepareDataDir(options.root, options.dataDir)
  const engine = await openPglite(options.dataDir, { relaxed })
  const from = { name: options.company.name, address: options.company.mailFrom }
  const email = new SmtpEmailDriver({ host: '127.0.0.1', port: (await mailbox).port, from })
  const { root, keys, seed, authLimits } = options
  const filesDir = filesFolder(options.dataDir)
  const origins = getSiteOrigins(options)
  return createBackend({ root, engine, filesDir, config, keys, origins, email, seed, authLimits })
}

/** Starts the backend. `relaxed` is for throw-away databases. Throws like `lockDataDir`. `ready` may reject. */
export const startEmbeddedServer = (options: BackendOptions, { relaxed = false } = {}) => {
  const unlock = lockDataDir(options.dataDir)
  const mailbox = openMailbox(options.smtpPort)
  const ready = openBackend(options, mailbox, relaxed)
  let smtpPort = options.smtpPort
  const runner = createFunctionRunner({ root: options.root, env: () => createFunctionEnvironment(options, smtpPort) })
  const mailRoutes = mailbox.then((box) => {
    smtpPort = box.port
    return createMailboxRoutes(box)
  })
  // Callers handle these. An unhandled rejection would end the process.
  ready.catch(() => {})
  mailRoutes.catch(() => {})

  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? '/'
    // Responses contain personal data and sessions.
    res.setHeader('cache-control', 'no-store')
    res.setHeader('x-content-type-options', 'nosniff')
    if (url.startsWith(FUNCTIONS) || url.startsWith(SUBMIT_TESTIMONIAL)) {
      // Functions wait only 10 s for the database.
      await Promise.all([mailRoutes, ready])
      const path = url.startsWith(FUNCTIONS) ? url.slice(FUNCTIONS.length - 1) : '/submit-testimonial'
      return proxyToFunction(runner, path, req, res)
    }
    const mayBeLarge = isUpload(req.method ?? 'GET', `http://localhost${url}`)
    const request = await toFetchRequest(req, mayBeLarge ? UPLOAD_MAX : undefined)
    if (!request) return sendError(res, 413, 'The request is too large.')
    if (url.startsWith('/__mail')) return sendFetchResponse(res, await (await mailRoutes)(request))
    const backend = await ready
    return sendFetchResponse(res, await backend.fetch(request, getRemoteAddress(req)))
  }

  return {
    owns: (req: IncomingMessage) => BACKEND_PATHS.test(req.url ?? ''),
    handle: (req: IncomingMessage, res: ServerResponse) =>
      respond(req, res).catch((cause: unknown) => {
        // Cancelled upload.
        if (req.destroyed && !req.complete) return
        console.error('[backend]', cause)
        sendError(res, 500, 'The embedded backend failed. See its log for details.')
      }),
    ready,
    mailbox,
    startFunctions: () => mailRoutes.then(runner.port),
    restartFunctions: () => runner.stop(),
    async close() {
      runner.stop()
      await ready.then((backend) => backend.close()).catch(() => {})
      await mailbox.then((box) => box.close()).catch(() => {})
      unlock()
    },
    /** Closes synchronously on exit. */
    abandon: () => {
      runner.stop()
      unlock()
    },
  }
}
export type EmbeddedServer = ReturnType<typeof startEmbeddedServer>
