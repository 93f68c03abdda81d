import { createHash } from 'node:crypto'
import { preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseHeaders } from '../../src/prerender/hosting-rules'
import { openPage, pageFiles, published, readPublished, root } from '../support/dist'

const file = readPublished('/_headers').toString()
const policy = /Content-Security-Policy: (.*)/.exec(file)?.[1] ?? ''
const wanted = (pathname: string) =>
  parseHeaders(file)
    .filter(({ pattern }) => pattern.test(pathname))
    .flatMap(({ headers }) => headers)

let server: Awaited<ReturnType<typeof preview>>
beforeAll(async () => {
  server = await preview({ root, preview: { port: 0 }, logLevel: 'error' })
})
afterAll(() => server.close())

const script = [...published].find((name) => name.endsWith('.js')) ?? ''
it.each([
  ['/', 200],
  ['/projects', 200],
  ['/testimonials', 200],
  ['/admin/login', 200],
  ['/no-such-page', 404],
  ['/%E0%A4%A', 404],
  ['/fonts/OFL.txt', 200],
  [script, 200],
])('the preview server responds to %s with status %i and the configured headers', async (path, status) => {
  const answer = await fetch(new URL(path, server.resolvedUrls?.local[0]))
  expect(answer.status).toBe(status)
  for (const [name, value] of wanted(path)) expect(answer.headers.get(name), name).toBe(value)
  if (status === 404) expect(await answer.text()).toBe(readPublished('/404.html').toString())
})

it.each(pageFiles)('%s has no inline code except one short script allowed by the CSP', (name) => {
  const page = openPage(name)
  const [snippet, ...others] = [...page.querySelectorAll('script:not([src])')].filter(
    (script) => script.getAttribute('type') !== 'application/ld+json',
  )
  expect(others).toEqual([])
  expect(snippet?.textContent.length).toBeLessThanOrEqual(600)
  const text = snippet?.textContent ?? ''
  const hash = createHash('sha256').update(text).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
  )
  expect(handlers).toEqual([])
  expect([...page.querySelectorAll('[href^="javascript:" i], base, object, embed, iframe')]).toEqual([])
})
