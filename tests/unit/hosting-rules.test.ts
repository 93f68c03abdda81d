import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseHeaders, parseRewrites, redirectsFile, resolvePath } from '@/prerender/hosting-rules'

const publicFile = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url), 'utf8')

describe('a _headers file', () => {
  const headersFor = (text: string, path: string) =>
    Object.fromEntries(
      parseHeaders(text)
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ headers }) => headers),
    )

  it('gives a path every header below it, values with colons whole', () => {
    const text = '/*\n  X-A: one\n  Link: <https://a.example>; rel=preload\n\n/b\n\tX-B: two:three\n'
    expect(headersFor(text, '/')).toEqual({ 'X-A': 'one', Link: '<https://a.example>; rel=preload' })
    expect(headersFor(text, '/b')).toMatchObject({ 'X-A': 'one', 'X-B': 'two:three' })
    expect(headersFor(text, '/b/c')).not.toHaveProperty('X-B')
  })

  it('reads Windows line ends and several blank lines', () => {
    expect(headersFor('/*\r\n  X-A: one\r\n\r\n\r\n', '/x')).toEqual({ 'X-A': 'one' })
  })

  it('takes a path for text, not for a pattern', () => {
    const text = '/a.b+c\n  X-A: one\n'
    expect(headersFor(text, '/a.b+c')).toEqual({ 'X-A': 'one' })
    expect(headersFor(text, '/aXbbc')).toEqual({})
  })

  it('lets a star stand for anything at the end only', () => {
    const text = '/assets/*\n  X-A: one\n'
    expect(headersFor(text, '/assets/deep/file.js')).toEqual({ 'X-A': 'one' })
    expect(headersFor(text, '/other/assets/file.js')).toEqual({})
    expect(headersFor(text, '/assets')).toEqual({})
  })
})

describe('a _redirects file', () => {
  const target = (text: string, path: string) => parseRewrites(text).find(({ pattern }) => pattern.test(path))?.to

  it('keeps the rewrites within the site, and the first that matches', () => {
    const text = [
      '/a /one 200',
      '/ab* /two 200',
      '/gone /new 301',
      '/api https://x.example/f 200',
      '/no-status /z',
      '',
    ].join('\n')
    expect(target(text, '/a')).toBe('/one')
    expect(target(text, '/abc')).toBe('/two')
    expect(target(text, '/gone')).toBeUndefined()
    expect(target(text, '/api')).toBeUndefined()
    expect(target(text, '/no-status')).toBeUndefined()
  })

  it('skips blank lines and comments', () => {
    expect(parseRewrites('\n# /a /b 200\n   \n')).toEqual([])
  })

  it('of the site sends the admin area to its shell and nothing else anywhere', () => {
    const text = publicFile('_redirects')
    for (const path of ['/admin/', '/admin/login', '/admin/a/b']) expect(target(text, path)).toBe('/admin')
    for (const path of ['/', '/admin', '/administrator', '/projects', '/no-such-page'])
      expect(target(text, path)).toBeUndefined()
  })
})

describe("the build's _redirects", () => {
  const rules = publicFile('_redirects')

  it("lead whoever posts a testimonial to the site's own host to the hosted function, and change nothing else", () => {
    expect(redirectsFile({ VITE_SUPABASE_URL: 'https://abc.supabase.co/' }, rules)).toBe(
      `/api/submit-testimonial https://abc.supabase.co/functions/v1/submit-testimonial 200\n${rules}`,
    )
  })

  it('stay as they are where the backend is on the same host', () => {
    for (const env of [{}, { VITE_SUPABASE_URL: '' }]) expect(redirectsFile(env, rules)).toBe(rules)
  })
})

describe('a path of the host', () => {
  const files = ['/index.html', '/404.html', '/projects.html', '/project/mayfair.html', '/admin.html', '/a.txt']
  const rewrites = parseRewrites(publicFile('_redirects'))

  it.each([
    ['/', { file: '/index.html' }],
    ['/projects', { file: '/projects.html' }],
    ['/project/mayfair', { file: '/project/mayfair.html' }],
    ['/a.txt', { file: '/a.txt' }],
    ['/admin', { file: '/admin.html' }],
    ['/admin/login', { file: '/admin.html' }],
    ['/admin/a/b', { file: '/admin.html' }],
    ['/projects/', { redirect: '/projects' }],
    ['/projects.html', { redirect: '/projects' }],
    ['/index.html', { redirect: '/' }],
    ['/admin/', { file: '/admin.html' }],
    ['/project', undefined],
    ['/project/none', undefined],
    ['/project/none/', undefined],
    ['/administrator', undefined],
    ['/a.txt/', undefined],
  ])('%s leads to %j', (path, resolved) => {
    expect(resolvePath(path, rewrites, (file) => files.includes(file))).toEqual(resolved)
  })
})
