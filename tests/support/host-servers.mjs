// @ts-check
// The site's static hosts, as their own servers for local use.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fetchProgram } from '../../scripts/fetch-program.mjs'
import { freePort } from './free-port.mjs'
import { spawnGroup } from './spawn-group.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const WRANGLER = { name: 'wrangler', version: '4.86.0', node: 20 }
const NETLIFY = { name: 'netlify-cli', version: '27.10.2', node: 22 }
// The newest date that this wrangler supports.
const COMPATIBILITY_DATE = '2026-04-01'
const START_TIMEOUT_MS = 60_000

/** Returns why a program can't run, or ''. @param {typeof WRANGLER} program */
const missing = async ({ name, version, node }) => {
  if (Number(process.versions.node.split('.')[0]) < node)
    return `${name} ${version} was left out: it needs Node ${node}, and this is ${process.versions.node}.`
  return (await fetchProgram(name, version)) ? '' : `${name} ${version} was left out: npm could not fetch it.`
}

/** Returns a program's file. @param {typeof WRANGLER} program @param {string} file */
const fileOf = async ({ name, version }, file) => path.join((await fetchProgram(name, version)) ?? '', file)

// docs/nginx.conf without the certificate and the second server.
const nginxConfig = (/** @type {Site} */ { dist, port, folder, project }) => {
  const [site = ''] = readFileSync(path.join(root, 'docs/nginx.conf'), 'utf8').split(/^server \{\n {2}listen 80;/m)
  const plain = site
    .replace(/^ *(?:http2|(?:proxy_)?ssl_\w+) .*\n/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/root .*;/, `root ${dist};`)
    .replace('proxy_pass https://your-project.supabase.co', `proxy_pass ${project}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${plain} }`
}

/** @typedef {{ dist: string, port: number, folder: string, project: string }} Site what is served, where, and a folder to use */

const put = (/** @type {string} */ folder, /** @type {string} */ file, /** @type {string} */ text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const hosts = {
  'Cloudflare Pages': {
    missing: () => missing(WRANGLER),
    command: async (/** @type {Site} */ { dist, port, folder }) => {
      // Otherwise, wrangler asks Cloudflare for its location.
      put(folder, 'node_modules/.mf/cf.json', '{}')
      const program = await fileOf(WRANGLER, 'bin/wrangler.js')
      const place = ['--ip', '127.0.0.1', '--port', port, '--inspector-port', await freePort()]
      const options = ['--compatibility-date', COMPATIBILITY_DATE, '--show-interactive-dev-session=false']
      return [process.execPath, program, 'pages', 'dev', dist, ...place, ...options]
    },
  },
  Netlify: {
    missing: () => missing(NETLIFY),
    command: async (/** @type {Site} */ { dist, port, folder }) => {
      put(folder, '.config/netlify/config.json', '{ "telemetryDisabled": true }')
      const program = await fileOf(NETLIFY, 'bin/run.js')
      const place = ['--port', port, '--staticServerPort', await freePort()]
      const options = ['--offline', '--internal-disable-edge-functions', '--no-open']
      return [process.execPath, program, 'dev', '--dir', dist, ...place, ...options]
    },
  },
  nginx: {
    missing: async () => (spawnSync('nginx', ['-v']).status === 0 ? '' : 'nginx was left out: it is not installed.'),
    command: async (/** @type {Site} */ site) => {
      put(site.folder, 'nginx.conf', nginxConfig(site))
      return ['nginx', '-c', path.join(site.folder, 'nginx.conf')]
    },
  },
}
/** @typedef {keyof typeof hosts} HostName */

/** Returns why a host's server can't run here, or ''. Fetches it if needed. */
export const hostMissing = (/** @type {HostName} */ name) => hosts[name].missing()

/**
 * Serves a folder like a static host until this process ends. nginx passes testimonials on to `project`.
 * @param {HostName} name @param {string} dist
 */
export const startHost = async (name, dist, { port = 0, project = 'http://127.0.0.1:9' } = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'host-'))
  const chosen = port || (await freePort())
  const [program = '', ...args] = (await hosts[name].command({ dist, port: chosen, folder, project })).map(String)
  // Nothing is kept or reported.
  const silent = { DO_NOT_TRACK: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_SEND_ERROR_REPORTS: 'false' }
  const env = { PATH: process.env.PATH, HOME: folder, CI: '1', NO_COLOR: '1', ...silent }
  const server = spawnGroup(program, args, { cwd: folder, env })
  const stop = () => {
    const killed = server.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return killed
  }
  process.once('exit', stop)

  const url = `http://127.0.0.1:${chosen}`
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await fetch(`${url}/robots.txt`).catch(() => undefined))) {
    if (Date.now() > deadline || !server.isRunning()) {
      await stop()
      throw new Error(`The server of ${name} did not start: ${server.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, stop }
}
