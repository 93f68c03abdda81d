// @ts-check
// Serves the pages on one origin and the backend's gateway on another.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { preview } from 'vite'
import { startHost } from '../support/host-servers.mjs'
import { hostedGateway } from './gateway.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'node_modules/.cache/hosted')
const dist = path.join(folder, 'dist')
const { PORT, BACKSTAGE_URL = '', PAGES_ORIGIN = '', PAGES_MISSING } = process.env
const pagesPort = new URL(PAGES_ORIGIN).port

rmSync(folder, { recursive: true, force: true })
// All tests sign in from one IP address.
Object.assign(process.env, {
  DATA_DIR: path.join(folder, 'data'),
  AUTH_LIMITS: 'off',
  ADMIN_PASSWORD_CHANGE: 'required',
})
process.chdir(root)
await preview({ root, plugins: [hostedGateway(Number(new URL(BACKSTAGE_URL).port))] })
// The build reads the database, so it must be ready.
await fetch(`${BACKSTAGE_URL}/rest/v1/`)

const vite = (/** @type {string[]} */ args, env = {}) =>
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...args, '--outDir', dist, '--logLevel', 'error'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
const build = vite(['build', '--emptyOutDir'], { VITE_SUPABASE_URL: `http://localhost:${PORT}` })
if ((await new Promise((resolve) => build.once('exit', resolve))) !== 0) process.exit(1)

if (PAGES_MISSING) {
  // With a hosted project's URL this server starts no backend.
  const server = vite(['preview', '--host', '127.0.0.1', '--port', pagesPort], {
    VITE_SUPABASE_URL: 'https://project.example',
  })
  process.once('exit', () => server.kill())
} else await startHost('Cloudflare Pages', dist, { port: Number(pagesPort) })
