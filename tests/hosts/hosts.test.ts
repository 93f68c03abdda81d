import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { loadEnv } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../src/paths'
import { headerBlocks, headersFile } from '../../src/prerender/headers'
import { parseHeaders, redirectsFile } from '../../src/prerender/hosting-rules'
import { pageFiles, published, readPublished, root } from '../support/dist'
import { type HostName, hostMissing, startHost } from '../support/host-servers.mjs'
import { listen } from '../support/listen'

const shell = readFileSync(path.join(root, 'index.html'), 'utf8')
const build = loadEnv('production', root, 'VITE_')
// docs/nginx.conf has the headers of dist/_headers for this project.
const example = { VITE_SUPABASE_URL: 'https://your-project.supabase.co' }

type Habits = {
  settings: Readonly<Record<string, unknown>>
  /** Response to a page's URL with a trailing slash, and to the URL of its file. */
  slash: 'leads on' | 'answers'
  html: 'leads on' | 'answers'
  /** Default caching, and whether the host sends the caching of the rules. */
  caching: string
  obeysCaching: boolean
  /** Whether a posted testimonial reaches the project's function. */
  handsOn: boolean
  /** Reason to skip broken escapes. */
  brokenEscape?: string
}

const common = { settings: build, slash: 'leads on', html: 'answers', obeysCaching: true, handsOn: true } as const
const HOSTS: Record<HostName, Habits> = {
  'Cloudflare Pages': { ...common, html: 'leads on', caching: 'public, max-age=0, must-revalidate', handsOn: false },
  // Netlify's local server sends its own Cache-Control with every response.
  Netlify: {
    ...common,
    slash: 'answers',
    caching: 'public, max-age=0',
    obeysCaching: false,
    brokenEscape: 'Netlify’s local server ends at a broken escape, which is its own fault.',
  },
  nginx: { ...common, settings: example, caching: 'no-cache' },
}

const addressOf = (file: string) => file.replace(/(?:index)?\.html$/, '')
const pages = pageFiles.filter((file) => !/^\/(?:admin|404)\.html$/.test(file))
const adminAddresses = Object.entries(paths).flatMap(([name, { href }]) =>
  name.startsWith('admin') && typeof href === 'string' ? [href] : [],
)
// One published file of each kind, and those with fixed names.
const files = [
  ...[/^\/assets\/.*\.js$/, /^\/assets\/.*\.css$/, /^\/pictures\/.*\.avif$/, /^\/fonts\/.*\.woff2$/].map(
    (pattern) => [...published].find((name) => pattern.test(name)) ?? '',
  ),
  ...['/fonts/OFL.txt', '/sw.js', '/robots.txt', '/sitemap.xml', '/site.webmanifest'],
]
const pagesMissing = ['/no-such-page', '/projects/no-such-page', '/project/no-such-project', '/administrator']
const filesMissing = ['/assets/', '/pictures/', '/assets/gone-12345678.js', '/pictures/gone.avif', '/fonts/gone.woff2']
const missing = [...pagesMissing, ...pagesMissing.map((page) => `${page}/`), '/no-such-page.html', ...filesMissing]

// With `nosniff`, browsers refuse files of another type.
const TYPES: Record<string, RegExp> = {
  '.html': /^text\/html/,
  '.txt': /^text\/plain/,
  '.js': /^(?:text|application)\/javascript/,
  '.css': /^text\/css/,
  '.avif': /^image\/avif$/,
  '.woff2': /^font\/woff2$/,
  '.webmanifest': /^application\/manifest\+json/,
}

// The build, with rules for a project on this machine.
let dist = ''
let project = ''
const asked: { url?: string | undefined; method?: string | undefined; body: string; ip: unknown }[] = []
const projectServer = createServer(async (request, response) => {
  const { url, method, headers } = request
  asked.push({ url, method, body: await text(request), ip: headers['x-forwarded-for'] })
  response.end('answered')
})
beforeAll(async () => {
  project = await listen(projectServer)
  dist = mkdtempSync(path.join(tmpdir(), 'hosts-dist-'))
  // nginx reads as another user.
  chmodSync(dist, 0o755)
  cpSync(path.join(root, 'dist'), dist, { recursive: true })
  const rules = redirectsFile({ VITE_SUPABASE_URL: project }, readPublished('/_redirects').toString())
  writeFileSync(path.join(dist, '_redirects'), rules)
})
afterAll(() => {
  projectServer.close()
  rmSync(dist, { recursive: true, force: true })
})

describe.each(Object.entries(HOSTS) as [HostName, Habits][])('%s', async (name, habits) => {
  const reason = await hostMissing(name)
  if (reason) return void it(`${name} serves the site`, ({ skip }) => skip(reason))

  const blocks = headerBlocks(habits.settings, shell)
  const names = new Set(blocks.flatMap(({ headers }) => Object.keys(headers)))
  const rules = parseHeaders(headersFile(habits.settings, shell))
  const wanted = (pathname: string) =>
    Object.fromEntries(rules.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ headers }) => headers))

  let host: Awaited<ReturnType<typeof startHost>>
  beforeAll(async () => {
    host = await startHost(name, dist, { project })
  })
  afterAll(() => host?.stop())
  const ask = (address: string) => fetch(host.url + address, { redirect: 'manual' })

  const expectFile = async (address: string, file: string) => {
    const answer = await ask(address)
    expect(answer.status, address).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(readPublished(file)), address).toBe(true)
    const type = TYPES[path.extname(file)]
    if (type) expect(answer.headers.get('content-type'), address).toMatch(type)
    const [pathname = ''] = address.split('?')
    const expected: Record<string, string | null> = { 'Cache-Control': habits.caching, ...wanted(pathname) }
    if (!habits.obeysCaching) expected['Cache-Control'] = habits.caching
    for (const header of names)
      expect(answer.headers.get(header), `${header} of ${address}`).toBe(expected[header] ?? null)
  }

  it.each(pages)(`${name} serves %s at its URL and serves or redirects its variants`, async (file) => {
    const address = addressOf(file)
    await expectFile(address, file)
    await expectFile(`${address}?photo=3`, file)
    const others = { [file]: habits.html, ...(address !== '/' && { [`${address}/`]: habits.slash }) }
    for (const [other, habit] of Object.entries(others)) {
      if (habit === 'answers') {
        await expectFile(other, file)
        continue
      }
      const { status, headers } = await ask(`${other}?photo=3`)
      expect(status, other).toBe(308)
      expect(new URL(headers.get('location') ?? '', host.url).href).toBe(`${host.url}${address}?photo=3`)
    }
  })

  const admin = [...adminAddresses, '/admin/', '/admin/login/', '/admin/dashboard?section=media&tab=publish']
  const named = [...files.map((file) => [file, file]), ...admin.map((address) => [address, '/admin.html'])]
  it.each(named)(`${name} responds to %s with the file %s, its type and headers`, (address = '', file = '') =>
    expectFile(address, file),
  )

  it.each(missing)(`${name} responds to %s with the 404 page, uncached`, async (address) => {
    // nginx removes the slash first.
    const answer = await fetch(host.url + address)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe(readPublished('/404.html').toString())
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control') ?? '').not.toMatch(/immutable|max-age=[1-9]/)
    for (const [header, value] of Object.entries(blocks[0]?.headers ?? {}))
      expect(answer.headers.get(header), header).toBe(value)
  })

  const outcome = habits.handsOn ? "reaches the project's function" : 'is refused because this host has no proxy'
  it(`a testimonial posted to ${name} ${outcome}`, async () => {
    asked.length = 0
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const answer = await fetch(`${host.url}/api/submit-testimonial`, { method: 'POST', body: '{"a":1}', headers })
    if (!habits.handsOn) {
      expect(answer.status).toBe(405)
      expect(asked).toEqual([])
      return
    }
    expect(await answer.text()).toBe('answered')
    expect(asked).toMatchObject([{ url: '/functions/v1/submit-testimonial', method: 'POST', body: '{"a":1}' }])
    // nginx must replace the caller's header.
    if (name === 'nginx') expect(asked[0]?.ip).toBe('127.0.0.1')
  })

  it(`${name} responds 404 to a broken percent-escape and keeps serving pages`, async ({ skip }) => {
    if (habits.brokenEscape) skip(habits.brokenEscape)
    const answer = await ask('/%E0%A4%A')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe(readPublished('/404.html').toString())
    await expectFile('/', '/index.html')
  })
})
