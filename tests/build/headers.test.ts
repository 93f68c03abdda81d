import { createHash } from 'node:crypto'
import { loadEnv, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headersFile } from '../../src/prerender/headers-file'
import { parseHeaders } from '../../src/prerender/hosting-rules'
import { openPage, pageFiles, published, readPublished, root } from '../support/dist'

const file = readPublished('/_headers').toString()
const pages = pageFiles.map((name) => ({ file: name.slice(1), text: readPublished(name).toString() }))
const policy = /Content-Security-Policy: (.*)/.exec(file)?.[1] ?? ''
const wanted = (path: string) =>
  parseHeaders(file)
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ headers }) => headers)

let server: Awaited<ReturnType<typeof preview>>
beforeAll(async () => {
  server = await preview({ root, preview: { port: 0 }, logLevel: 'error' })
})
afterAll(() => server.close())

const address = (path: string) => {
  const place = server.httpServer.address()
  return `http://localhost:${typeof place === 'object' ? place?.port : ''}${path}`
}

describe('the headers', () => {
  it('in the build are those of their one source', () => {
    expect(file).toBe(headersFile(loadEnv('production', root, 'VITE_'), pages))
  })

  const script = [...published].find((name) => name.endsWith('.js')) ?? ''
  it.each([
    ['/', 200],
    ['/projects', 200],
    ['/testimonials', 200],
    ['/admin/login', 200],
    ['/no-such-page', 404],
    ['/fonts/OFL.txt', 200],
    [script, 200],
  ])('of %s are what the preview server sends', async (path, status) => {
    const answer = await fetch(address(path))
    expect(answer.status).toBe(status)
    for (const [name, value] of wanted(path)) expect(answer.headers.get(name), name).toBe(value)
  })
})

describe.each(pageFiles)('%s', (name) => {
  const page = openPage(name)

  it('has no style that the policy does not name', () => {
    for (const style of page.querySelectorAll('style')) {
      const hash = createHash('sha256').update(style.textContent).digest('base64')
      expect(policy).toContain(`'sha256-${hash}'`)
    }
  })

  it('has one script within it, of at most 600 bytes, which the policy names, and no handler in an attribute', () => {
    const [snippet, ...others] = [...page.querySelectorAll('script:not([src])')].filter(
      (script) => script.getAttribute('type') !== 'application/ld+json',
    )
    expect(others).toEqual([])
    expect(snippet?.textContent.length).toBeLessThanOrEqual(600)
    const hash = createHash('sha256')
      .update(snippet?.textContent ?? '')
      .digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
    )
    expect(handlers).toEqual([])
    expect([...page.querySelectorAll('[href^="javascript:" i], base, object, embed, iframe')]).toEqual([])
  })
})

describe('the scripts', () => {
  it('never make a style element by themselves, which no hash could name', () => {
    const makers = [...published]
      .filter((name) => /^\/assets\/.*\.js$/.test(name))
      .filter((name) => /createElement\([`'"]style[`'"]\)/.test(readPublished(name).toString()))
    // React's own, for styles that the pages have too.
    expect(makers.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['/assets/app'])
  })
})
