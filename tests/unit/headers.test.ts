import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, headersFile } from '@/prerender/headers'
import { parseHeaders } from '@/prerender/hosting-rules'

const backends = { VITE_SUPABASE_URL: 'https://abc.supabase.co/', VITE_PROJECTS_HOST: 'https://api.example/v1' }
const recaptcha = { VITE_RECAPTCHA_SITE_KEY: 'key' }
const analytics = { VITE_ANALYTICS_ID: 'G-AB12CD34EF' }

const parse = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/)))
const policyOf = (env: object, shell = '') => parse(contentSecurityPolicy({ ...env }, shell))
const plain = parse(
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'none'; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
)
const trusted = { 'require-trusted-types-for': "'script'", 'trusted-types': 'json-ld photo-worker service-worker' }

describe('Content-Security-Policy', () => {
  it('the default CSP allows only the site itself and requires trusted types', () => {
    for (const env of [{}, { VITE_SUPABASE_URL: '' }, { VITE_ANALYTICS_ID: 'G-XXXXXXXXXX' }])
      expect(policyOf(env)).toEqual({ ...plain, ...trusted })
  })

  it('the CSP allows requests to configured backends and media from the public bucket', () => {
    const bucket = 'https://abc.supabase.co/storage/v1/object/public/site-media/'
    expect(policyOf(backends)).toEqual({
      ...plain,
      ...trusted,
      'img-src': `'self' data: blob: ${bucket}`,
      'media-src': `'self' data: blob: ${bucket}`,
      'connect-src': "'self' https://abc.supabase.co https://api.example",
    })
  })

  it('the CSP allows each Google service only when it is configured', () => {
    const measured = 'https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com'
    expect(policyOf(recaptcha)).toEqual({
      ...plain,
      'script-src': "'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
      'connect-src': "'self' https://www.google.com/recaptcha/",
      'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    })
    expect(policyOf(analytics)).toEqual({
      ...plain,
      'script-src': "'self' https://www.googletagmanager.com/gtag/js",
      'img-src': `'self' data: blob: ${measured}`,
      'connect-src': `'self' ${measured}`,
    })
  })

  it('the CSP hashes only the inline script of the HTML shell', () => {
    const shell = '<script>a()</script><script type="application/ld+json">{}</script><script src="/a.js"></script>'
    expect(policyOf({}, shell)['script-src']).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
  })
})

describe('response headers', () => {
  const forever = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  const own = { 'Cross-Origin-Resource-Policy': 'same-origin' }
  const hidden = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store', ...own }

  it.each([
    ['/', {}],
    ['/administrator', {}],
    ['/assets/a.js', { ...forever, ...own }],
    ['/fonts/a.woff2', { ...forever, ...own }],
    ['/pictures/hero/a.avif', forever],
    ['/media/a.webp', { 'Cache-Control': 'public, max-age=3600' }],
    ['/admin', hidden],
    ['/admin/login', hidden],
  ])('%s gets every security header exactly once, plus %j', (path, special) => {
    const matching = parseHeaders(headersFile({}, '')).filter(({ pattern }) => pattern.test(path))
    const headers = matching.flatMap((rule) => rule.headers)
    expect(Object.fromEntries(headers)).toEqual({
      'Content-Security-Policy': contentSecurityPolicy({}, ''),
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy':
        'camera=(), clipboard-read=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...special,
    })
    expect(headers).toHaveLength(new Set(headers.map(([name]) => name)).size)
  })

  it('header lines stay below 2,000 characters with everything configured', () => {
    const lines = headersFile({ ...backends, ...recaptcha, ...analytics }, '<script>a()</script>').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000)
  })
})
