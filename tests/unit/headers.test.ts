import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, headersFile } from '@/prerender/headers'
import { parseHeaders } from '@/prerender/hosting-rules'

const everything = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co/',
  VITE_PROJECTS_HOST: 'https://api.example/v1',
  VITE_RECAPTCHA_SITE_KEY: 'key',
  VITE_ANALYTICS_ID: 'G-AB12CD34EF',
}
const policyOf = (env: object, shell = '') =>
  Object.fromEntries(
    contentSecurityPolicy({ ...env }, shell)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
const headersFor = (path: string) =>
  parseHeaders(headersFile({}, ''))
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ headers }) => headers)

describe('the policy', () => {
  it('of a plain build names nobody else, lets no inline script run and asks for trusted types', () => {
    const policy = policyOf({})
    expect(JSON.stringify(policy)).not.toContain('http')
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['json-ld', 'service-worker'],
    })
  })

  it('leaves nothing to its default but the manifest, whose own directive WebKit does not know', () => {
    const policy = policyOf({})
    expect(policy).not.toHaveProperty('manifest-src')
    for (const kind of ['script', 'style', 'img', 'media', 'font', 'connect', 'frame', 'object'])
      expect(policy).toHaveProperty([`${kind}-src`])
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

  it('names the inline script of the shell, and neither data nor what is fetched', () => {
    const shell = '<script>a()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>'
    expect(policyOf({}, shell)['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)])
  })
})

describe('the headers', () => {
  it('protect every URL, and let files with a hash in their name be kept', () => {
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
    const lines = headersFile(everything, '<script>a()</script>').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000)
  })
})
