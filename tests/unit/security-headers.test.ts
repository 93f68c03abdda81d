import { describe, expect, it } from 'vitest'
import { headerFormats, readBlocks } from '@/prerender/header-formats'
import { headerSettings, headersFile } from '@/prerender/headers-file'
import { parseHeaders } from '@/prerender/hosting-rules'
import { contentSecurityPolicy, headerBlocks } from '@/prerender/security-headers'

const page = { file: 'index.html', text: '<style>a{}</style><style data-href="b">b{}</style>' }
const everything = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co/',
  VITE_PROJECTS_HOST: 'https://api.example/v1',
  VITE_RECAPTCHA_SITE_KEY: 'key',
  VITE_ANALYTICS_ID: 'G-AB12CD34EF',
}
const policyOf = (env: object) => {
  const policy = contentSecurityPolicy(headerSettings({ ...env }, [page]))
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}
const headersFor = (path: string) =>
  parseHeaders(headersFile({}, [page]))
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ headers }) => headers)

describe('the policy', () => {
  it('of a plain build names nobody else, lets no inline script run and asks for trusted types', () => {
    const policy = policyOf({})
    expect(JSON.stringify(policy)).not.toContain('http')
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['json-ld', 'service-worker'],
    })
    expect(policy['style-src']).not.toContain("'unsafe-inline'")
  })

  it('lets the pages talk to the backends of the build', () => {
    expect(policyOf(everything)['connect-src']).toEqual(
      expect.arrayContaining(["'self'", 'https://abc.supabase.co', 'https://api.example']),
    )
    expect(policyOf({ VITE_SUPABASE_URL: '' })['connect-src']).toEqual(["'self'"])
  })

  it('names Google only where the build asks for it, each service for itself', () => {
    const both = policyOf(everything)
    expect(both['script-src']).toEqual([
      "'self'",
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://www.googletagmanager.com/gtag/js',
    ])
    expect(both).not.toHaveProperty('require-trusted-types-for')
    expect(both).not.toHaveProperty('trusted-types')
    expect(JSON.stringify(policyOf({ VITE_RECAPTCHA_SITE_KEY: 'key' }))).not.toContain('analytics')
    expect(JSON.stringify(policyOf({ VITE_ANALYTICS_ID: 'G-AB12CD34EF' }))).not.toContain('recaptcha')
    expect(policyOf({ VITE_ANALYTICS_ID: 'G-XXXXXXXXXX' })).toEqual(policyOf({}))
  })

  it('names every style and every script within the pages once, and none of other files or of data', () => {
    const scripts = '<script>a()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>'
    const withScripts = { file: 'b.html', text: scripts }
    const feed = { file: 'sitemap.xml', text: '<style>c{}</style><script>b()</script>' }
    const { styleHashes, scriptHashes } = headerSettings({}, [page, page, withScripts, withScripts, feed])
    expect(styleHashes).toHaveLength(2)
    expect(scriptHashes).toHaveLength(1)
  })
})

describe('the headers', () => {
  it('protect every address, and let files with a hash in their name be kept', () => {
    expect(Object.fromEntries(headersFor('/projects'))).toMatchObject({
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
    expect(Object.fromEntries(headersFor('/projects'))).not.toHaveProperty('Cache-Control')
    for (const path of ['/assets/index-abc.js', '/pictures/hero/a.avif', '/fonts/a.woff2'])
      expect(Object.fromEntries(headersFor(path))['Cache-Control']).toBe('public, max-age=31536000, immutable')
    expect(Object.fromEntries(headersFor('/admin/login'))).toMatchObject({
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    })
  })

  it.each(['/', '/projects', '/assets/a.js', '/fonts/a.woff2', '/pictures/a.avif', '/admin/login'])(
    'of %s come from one rule each, because a host would send both',
    (path) => {
      const names = headersFor(path).map(([name]) => name)
      expect(names).toEqual([...new Set(names)])
    },
  )

  it('fit the lines of hosts that read at most 2,000 characters, with everything configured', () => {
    const pages = Array.from({ length: 16 }, (_, index) => ({ file: 'a.html', text: `<style>${index}</style>` }))
    const lines = headersFile(everything, pages).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000)
  })

  const blocks = headerBlocks(headerSettings(everything, [page]))

  it('read from the file are what was written', () => {
    expect(readBlocks(headersFile(everything, [page]))).toEqual(blocks)
  })

  it('written for nginx have every name and value', () => {
    const text = headerFormats.nginx(blocks)
    for (const { headers } of blocks)
      for (const [name, value] of Object.entries(headers)) expect(text).toContain(`${name} "${value}"`)
  })

  it('let nobody keep the answer to a file that is missing', () => {
    expect(headerFormats.nginx(blocks)).not.toMatch(/add_header Cache-Control "[^"]*immutable" always/)
  })

  it('of an nginx location repeat those of every address, which it would forget', () => {
    const admin = /location \/admin\/ \{[^}]+\}/.exec(headerFormats.nginx(blocks))?.[0]
    for (const name of Object.keys(blocks[0]?.headers ?? {})) expect(admin).toContain(`add_header ${name} `)
  })
})
