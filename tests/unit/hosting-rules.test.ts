import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseHeaders, parseRewrites, redirectsFile, resolvePath } from '@/prerender/hosting-rules'

const rules = readFileSync(new URL('../../public/_redirects', import.meta.url), 'utf8')

const first = '/*\r\n  X-A: one\r\n  Link: <https://a.example>; rel=preload\r\n\r\n\r\n'
const text = `${first}\n/b\n\tX-B: two:three\n\n/a.b+c\n  X-C: text\n\n/assets/*\n  X-D: star\n`
const everywhere = { 'X-A': 'one', Link: '<https://a.example>; rel=preload' }

it.each([
  ['/', {}],
  ['/b', { 'X-B': 'two:three' }],
  ['/b/c', {}],
  ['/a.b+c', { 'X-C': 'text' }],
  ['/aXbbc', {}],
  ['/assets/deep/file.js', { 'X-D': 'star' }],
  ['/other/assets/file.js', {}],
  ['/assets', {}],
])('a _headers file gives %s the common headers plus %j', (path, own) => {
  const matching = parseHeaders(text).filter(({ pattern }) => pattern.test(path))
  expect(Object.fromEntries(matching.flatMap(({ headers }) => headers))).toEqual({ ...everywhere, ...own })
})

describe('_redirects file', () => {
  const target = (text: string, path: string) => parseRewrites(text).find(({ pattern }) => pattern.test(path))?.to

  it('a _redirects file uses the first matching rewrite within the site', () => {
    const kept = '\n# /c /d 200\n   \n/a /one 200\n/ab* /two 200\n'
    const text = `${kept}/gone /new 301\n/api https://x.example/f 200\n/no-status /z\n`
    expect(parseRewrites(text)).toHaveLength(2)
    expect([target(text, '/a'), target(text, '/abc')]).toEqual(['/one', '/two'])
  })

  it('the build rewrites testimonial submissions to the hosted function if one is configured', () => {
    expect(redirectsFile({ VITE_SUPABASE_URL: 'https://abc.supabase.co/' }, rules)).toBe(
      `/api/submit-testimonial https://abc.supabase.co/functions/v1/submit-testimonial 200\n${rules}`,
    )
    for (const env of [{}, { VITE_SUPABASE_URL: '' }]) expect(redirectsFile(env, rules)).toBe(rules)
  })
})

const files = ['/index.html', '/404.html', '/projects.html', '/project/mayfair.html', '/admin.html', '/a.txt']
const rewrites = parseRewrites(rules)

it.each([
  ['/', { file: '/index.html' }],
  ['/projects', { file: '/projects.html' }],
  ['/a.txt', { file: '/a.txt' }],
  ['/admin', { file: '/admin.html' }],
  ['/admin/login', { file: '/admin.html' }],
  ['/projects/', { redirect: '/projects' }],
  ['/projects.html', { redirect: '/projects' }],
  ['/index.html', { redirect: '/' }],
  ['/admin/', { file: '/admin.html' }],
  ['/project', undefined],
  ['/project/none/', undefined],
  ['/administrator', undefined],
  ['/a.txt/', undefined],
])('the host resolves %s to %j', (path, resolved) => {
  expect(resolvePath(path, rewrites, (file) => files.includes(file))).toEqual(resolved)
})
