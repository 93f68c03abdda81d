import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { headerFormats, readBlocks } from '../../src/prerender/header-formats'
import { parseHeaders } from '../../src/prerender/hosting-rules'
import { published, readPublished, root } from '../support/dist'
import { freePort } from '../support/site-process'

// The snippets for servers of one's own, in those servers; one that is not installed here is named and left out.
const dist = path.join(root, 'dist')
const headers = readPublished('/_headers').toString()
const blocks = readBlocks(headers)
const snippetFor = (name: Host['name']) => headerFormats[name](blocks)
const wanted = (url: string) =>
  parseHeaders(headers)
    .filter(({ pattern }) => pattern.test(url))
    .flatMap((rule) => rule.headers)

const program = (...names: string[]) =>
  names.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) ?? ''

type Host = {
  name: 'nginx'
  program: string
  /** The configuration around the snippet, and how the server is started with it. */
  config: (place: { folder: string; port: number; snippet: string }) => string
  args: (file: string, folder: string) => string[]
}

const hosts: Host[] = [
  {
    name: 'nginx',
    program: program('nginx'),
    config: ({ folder, port, snippet }) => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${dist};
${snippet}
  }
}`,
    args: (file) => ['-c', file],
  },
]

// A browser told not to guess refuses what comes under another type.
const TYPES: Record<string, RegExp> = {
  '.html': /^text\/html/,
  '.txt': /^text\/plain/,
  '.js': /^(?:text|application)\/javascript/,
  '.avif': /^image\/avif$/,
  '.woff2': /^font\/woff2$/,
}
const script = [...published].find((name) => /^\/assets\/.*\.js$/.test(name)) ?? ''
const font = [...published].find((name) => name.endsWith('.woff2')) ?? ''
const picture = [...published].find((name) => name.endsWith('.avif')) ?? ''

const [installed, missing] = [hosts.filter((host) => host.program), hosts.filter((host) => !host.program)]
if (missing.length > 0) console.info(`not installed, so not tried: ${missing.map(({ name }) => name).join(', ')}`)

test.each(hosts)('the snippet for $name says every header', ({ name }) => {
  const snippet = snippetFor(name)
  for (const { headers } of blocks)
    for (const [header, value] of Object.entries(headers)) expect(snippet).toContain(`${header} "${value}"`)
})

describe.each(installed)('$name', (host) => {
  let folder = ''
  let origin = ''
  let server: ChildProcess
  let said = ''

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), `hosting-${host.name}-`))
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const file = path.join(folder, 'config')
    writeFileSync(file, host.config({ folder, port, snippet: snippetFor(host.name) }))
    server = spawn(host.program, host.args(file, folder), {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
    })
    server.stderr?.on('data', (data) => {
      said += data
    })
    for (let tries = 0; ; tries += 1) {
      if (await fetch(origin).catch(() => undefined)) return
      if (tries > 100 || server.exitCode !== null) throw new Error(`${host.name} did not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['/', 200, '/index.html'],
    ['/projects', 200, '/projects.html'],
    ['/project/mayfair-basement?photo=3', 200, '/project/mayfair-basement.html'],
    ['/admin', 200, '/admin.html'],
    ['/admin/login', 200, '/admin.html'],
    ['/admin/dashboard?section=media', 200, '/admin.html'],
    ['/fonts/OFL.txt', 200, '/fonts/OFL.txt'],
    ['/sw.js', 200, '/sw.js'],
    ['/robots.txt', 200, '/robots.txt'],
    [script, 200, script],
    [picture, 200, picture],
    [font, 200, font],
    ['/site.webmanifest', 200, '/site.webmanifest'],
    ['/no-such-page', 404, '/404.html'],
    ['/projects/no-such-page', 404, '/404.html'],
    ['/assets/gone-12345678.js', 404, '/404.html'],
    ['/pictures/gone.avif', 404, '/404.html'],
  ])('answers %s with %i and the file %s, under its headers', async (url, status, file) => {
    const answer = await fetch(origin + url, { redirect: 'manual' })
    expect(answer.status).toBe(status)
    expect(Buffer.from(await answer.arrayBuffer()).equals(readPublished(file))).toBe(true)
    const [pathname = ''] = url.split('?')
    const type = TYPES[path.extname(file)]
    if (type) expect(answer.headers.get('content-type')).toMatch(type)
    for (const [name, value] of wanted(status === 200 ? pathname : '/404.html'))
      expect(answer.headers.get(name), name).toBe(value)
    // What is missing in the middle of a deploy must not stay missing for a year.
    if (status === 404) expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
  })

  it('leads from an address with a slash to the one without', async () => {
    const answer = await fetch(`${origin}/projects/?photo=3`, { redirect: 'manual' })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe(`${origin}/projects?photo=3`)
  })
})
