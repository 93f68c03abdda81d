import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { headerBlocks, headersFile } from '../../src/prerender/headers'
import { parseHeaders } from '../../src/prerender/hosting-rules'
import { published, readPublished, root } from '../support/dist'
import { freePort } from '../support/site-process'

// The example for a server of one's own has the headers of dist/_headers, for the project that the example names.
const example = readFileSync(path.join(root, 'docs/nginx.conf'), 'utf8')
const shell = readFileSync(path.join(root, 'index.html'), 'utf8')
const settings = { VITE_SUPABASE_URL: 'https://your-project.supabase.co' }
const blocks = headerBlocks(settings, shell)
const wanted = (pathname: string) =>
  parseHeaders(headersFile(settings, shell))
    .filter(({ pattern }) => pattern.test(pathname))
    .flatMap((rule) => rule.headers)

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
const image = [...published].find((name) => name.endsWith('.avif')) ?? ''

const isInstalled = spawnSync('nginx', ['-v']).status === 0
if (!isInstalled) console.info('not installed, so not tried: nginx')

test('docs/nginx.conf has every header of dist/_headers with the same value, and no other', () => {
  const [everywhere] = blocks
  const listed = [...example.matchAll(/add_header (\S+) (?:"([^"]*)"|\$\w+) always;/g)]
  const fixed = listed.flatMap(([, name = '', value]) => (value === undefined ? [] : [[name, value] as const]))
  expect(Object.fromEntries(fixed)).toEqual(everywhere?.headers)
  const names = new Set(blocks.flatMap(({ headers }) => Object.keys(headers)))
  expect(listed.map(([, name]) => name).sort()).toEqual([...names].sort())
  for (const value of blocks.slice(1).flatMap(({ headers }) => Object.values(headers)))
    expect(example).toContain(` "${value}";`)
})

if (isInstalled)
  describe('nginx with docs/nginx.conf', () => {
    let folder = ''
    let origin = ''
    let server: ChildProcess
    let output = ''
    const asked: unknown[] = []
    const project = createServer((request, response) => {
      asked.push({ url: request.url, method: request.method, ip: request.headers['x-forwarded-for'] })
      response.end('answered')
    })

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'hosting-nginx-'))
      const port = await freePort()
      origin = `http://127.0.0.1:${port}`
      const projectPort = await freePort()
      await new Promise<void>((resolve) => project.listen(projectPort, '127.0.0.1', resolve))
      // No certificate, no second server, a project and the build of this machine; the rest as it is written.
      const [site = ''] = example.split(/^server \{\n {2}listen 80;/m)
      const plain = site
        .replace(/^ *(?:http2|ssl_\w+) .*\n/gm, '')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replace('proxy_pass https://your-project.supabase.co', `proxy_pass http://127.0.0.1:${projectPort}`)
        .replace(/root .*;/, `root ${path.join(root, 'dist')};`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const file = path.join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
      http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${plain} }`,
      )
      server = spawn('nginx', ['-c', file])
      server.stderr?.on('data', (data) => {
        output += data
      })
      for (let tries = 0; ; tries += 1) {
        if (await fetch(origin).catch(() => undefined)) return
        if (tries > 100 || server.exitCode !== null) throw new Error(`nginx did not start: ${output}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
    afterAll(async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      project.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it.each([
      ['/', 200, '/index.html'],
      ['/projects', 200, '/projects.html'],
      ['/project/mayfair-basement?photo=3', 200, '/project/mayfair-basement.html'],
      ['/admin', 200, '/admin.html'],
      ['/admin/', 200, '/admin.html'],
      ['/admin/login', 200, '/admin.html'],
      ['/admin/dashboard?section=media', 200, '/admin.html'],
      ['/fonts/OFL.txt', 200, '/fonts/OFL.txt'],
      ['/sw.js', 200, '/sw.js'],
      ['/robots.txt', 200, '/robots.txt'],
      [script, 200, script],
      [image, 200, image],
      [font, 200, font],
      ['/site.webmanifest', 200, '/site.webmanifest'],
      ['/no-such-page', 404, '/404.html'],
      ['/administrator', 404, '/404.html'],
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
      // Each of them and no other: what is missing in the middle of a deploy must not stay missing for a year.
      const rules = Object.fromEntries(wanted(status === 200 ? pathname : '/404.html'))
      const names = new Set(blocks.flatMap(({ headers }) => Object.keys(headers)))
      for (const name of names) expect(answer.headers.get(name), name).toBe(rules[name] ?? null)
    })

    it("hands a testimonial posted to the site to the project's function, with the visitor's IP address", async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      const answer = await fetch(`${origin}/api/submit-testimonial`, { method: 'POST', body: '{}', headers })
      expect(await answer.text()).toBe('answered')
      expect(asked).toEqual([{ url: '/functions/v1/submit-testimonial', method: 'POST', ip: '127.0.0.1' }])
    })

    it('leads from a URL with a slash to the one without', async () => {
      const answer = await fetch(`${origin}/projects/?photo=3`, { redirect: 'manual' })
      expect(answer.status).toBe(308)
      expect(answer.headers.get('location')).toBe(`${origin}/projects?photo=3`)
    })
  })
