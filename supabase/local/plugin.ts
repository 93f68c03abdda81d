import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadEnv, normalizePath, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import { type BackendOptions, type Company, readOptions, usesHostedProject } from './options.ts'
import { type EmbeddedServer, startEmbeddedServer } from './server.ts'

// Vite's defaults, which setting `fs.deny` replaces.
const NEVER_SERVED = ['.env', '.env.*', '*.{crt,pem}', '**/.git/**']

// Vite restarts in this process. A second database on one folder would lose rows.
const KEY = Symbol.for('groundworks.embedded-backend')
const running = globalThis as typeof globalThis & { [KEY]?: EmbeddedServer }

const startOnce = (options: BackendOptions): EmbeddedServer => {
  if (running[KEY]) return running[KEY]
  const backend = startEmbeddedServer(options)
  running[KEY] = backend
  process.once('exit', () => backend.abandon())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void backend.close().finally(() => process.exit(0))
    })
  }
  return backend
}

const banner = (options: BackendOptions): string => {
  const site = `http://localhost:${options.port}`
  const folder = path.relative(process.cwd(), options.dataDir)
  const rows = [
    ['Site', `${site}/`],
    ['Admin sign-in', `${site}/admin/login (on a new database: Setup Admin)`],
    ['Mailbox', `${site}/__mail`],
    ['Data', `${folder} (start over: npm run db:reset)`],
  ]
  return rows.map(([label = '', value]) => `  ${label.padEnd(14)} ${value}`).join('\n')
}

// Vite prints the stack, but the message is enough.
const withReadableErrors = <T>(act: () => T): T => {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof Error) cause.stack = cause.message
    throw cause
  }
}

const mount = (server: ViteDevServer | PreviewServer, options: BackendOptions): EmbeddedServer => {
  const backend = withReadableErrors(() => startOnce(options))
  server.middlewares.use((req, res, next) => (backend.owns(req) ? void backend.handle(req, res) : next()))
  const http = server.httpServer
  // Functions reuse connections, which must not close just before use.
  if (http && 'keepAliveTimeout' in http) http.keepAliveTimeout = 600_000
  const listening = new Promise<void>((resolve) =>
    !http || http.listening ? resolve() : http.once('listening', resolve),
  )
  const { logger } = server.config
  const tell = (cause: unknown) => logger.error(cause instanceof Error ? cause.message : String(cause))
  const start = async () => {
    logger.info(
      existsSync(options.dataDir) ? 'Opening the database ...' : 'Creating the database. This takes a few seconds ...',
    )
    await Promise.all([backend.ready, listening])
    logger.info('Starting the functions ...')
    await backend.startFunctions().catch(tell)
    logger.info(`\n${banner(options)}\n`)
  }
  start().catch((cause: unknown) => {
    tell(cause)
    process.exit(1)
  })
  return backend
}

/** Runs the backend in Vite's servers, unless `VITE_SUPABASE_URL` is hosted. */
export const embeddedBackend = ({ company }: { company: Company }): Plugin => {
  let options: BackendOptions | undefined
  return {
    name: 'embedded-backend',
    apply: 'serve',
    config(config, { mode }) {
      const root = path.resolve(config.root ?? '.')
      const env = loadEnv(mode, root, '')
      if (process.env.VITEST || usesHostedProject(env)) return undefined
      options = withReadableErrors(() => readOptions(root, env, company))
      // Pages on other local ports may not read the sources.
      const place = { port: options.port, strictPort: true, host: '127.0.0.1', cors: false }
      const folder = normalizePath(options.dataDir).replace(/[\\()[\]{}!*?+@|]/g, '\\$&')
      const data = [`${folder}*/**`, `${folder}*`]
      return {
        server: { ...place, watch: { ignored: data }, fs: { deny: [...NEVER_SERVED, ...data] } },
        preview: place,
      }
    },
    configureServer(server) {
      if (!options) return
      const backend = mount(server, options)
      const folder = path.join(options.root, 'supabase/functions')
      server.watcher.add(folder)
      server.watcher.on('all', (_event, file) => {
        if (file.startsWith(folder)) backend.restartFunctions()
      })
    },
    configurePreviewServer(server) {
      if (options) mount(server, options)
    },
  }
}
