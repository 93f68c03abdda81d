import { createHash } from 'node:crypto'
import { toMirrorPath } from '../domain/uploaded-image.ts'
import { PLACEHOLDER_MEASUREMENT_ID, readEnv } from '../lib/env.ts'
import { SITE_MEDIA_PATH } from '../lib/site-media.ts'

type Settings = Readonly<Record<string, unknown>>
export type HeaderBlock = { path: string; headers: Readonly<Record<string, string>> }

const TWO_YEARS = 63_072_000
const IMMUTABLE = 'public, max-age=31536000, immutable'

const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const TAG_MANAGER = 'https://www.googletagmanager.com'
const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', TAG_MANAGER]

// Features most harmful in third-party scripts. Others would add 0.2 kB to first responses.
const UNUSED = 'camera clipboard-read display-capture geolocation hid microphone midi payment serial usb'
const permissionsPolicy = UNUSED.replaceAll(/[\w-]+/g, '$&=()').replaceAll(' ', ', ')

/** Returns the policy. Allows scripts within `shell` by hash. */
export const contentSecurityPolicy = (env: Settings, shell: string): string => {
  const { VITE_SUPABASE_URL: backend, VITE_PROJECTS_HOST: host, VITE_RECAPTCHA_SITE_KEY: recaptcha } = readEnv(env)
  const origins = new Set([backend, host].flatMap((url) => (url ? new URL(url).origin : [])))
  const siteMedia = backend ? [backend + SITE_MEDIA_PATH] : []
  const analytics = readEnv(env).VITE_ANALYTICS_ID !== PLACEHOLDER_MEASUREMENT_ID
  // Scripts with attributes are fetched or hold data.
  const scriptHashes = [...shell.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const directives: Record<string, readonly string[]> = {
    // Also covers the manifest, because WebKit warns of `manifest-src`.
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...scriptHashes,
      ...(recaptcha ? RECAPTCHA : []),
      ...(analytics ? [`${TAG_MANAGER}/gtag/js`] : []),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...siteMedia, ...(analytics ? ANALYTICS : [])],
    'media-src': ["'self'", 'data:', 'blob:', ...siteMedia],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...origins, ...(recaptcha ? RECAPTCHA.slice(0, 1) : []), ...(analytics ? ANALYTICS : [])],
    'frame-src': recaptcha
      ? ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
      : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Google's scripts break under trusted types.
    ...(!recaptcha &&
      !analytics && {
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['json-ld', 'photo-worker', 'service-worker'],
      }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** Returns header blocks. None repeats a path's header, because hosts would send both. */
export const headerBlocks = (env: Settings, shell: string): HeaderBlock[] => [
  {
    path: '/*',
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(env, shell),
      'Strict-Transport-Security': `max-age=${TWO_YEARS}; includeSubDomains`,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': permissionsPolicy,
      // No Cross-Origin-Embedder-Policy, because Google's frame wouldn't load.
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  },
  // Images and icons have no Cross-Origin-Resource-Policy, because search engines and link previews embed them.
  ...['/assets/*', '/fonts/*'].map((path) => ({
    path,
    headers: { 'Cache-Control': IMMUTABLE, 'Cross-Origin-Resource-Policy': 'same-origin' },
  })),
  { path: '/pictures/*', headers: { 'Cache-Control': IMMUTABLE } },
  // As in Storage, so that deleted files disappear soon.
  { path: toMirrorPath('*'), headers: { 'Cache-Control': 'public, max-age=3600' } },
  ...['/admin', '/admin/*'].map((path) => ({
    path,
    headers: { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' },
  })),
]

/** Returns the host's `_headers`. */
export const headersFile = (env: Settings, shell: string): string =>
  headerBlocks(env, shell)
    .flatMap(({ path, headers }) => [
      path,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
      '',
    ])
    .join('\n')
