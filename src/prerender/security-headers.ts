import { type HeaderBlock, permissionsPolicy } from './header-block.ts'

/** What of a build's settings decides about its headers. */
export type HeaderSettings = {
  /** Addresses the pages talk to besides the site's own. */
  backends: readonly string[]
  recaptcha: boolean
  analytics: boolean
  /** SHA-256 of every `<style>` in the pages, in base64. */
  styleHashes: readonly string[]
  /** The same of every script written into the pages. */
  scriptHashes: readonly string[]
}

const TWO_YEARS = 63_072_000
const FOREVER = 'public, max-age=31536000, immutable'

const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const TAG_MANAGER = 'https://www.googletagmanager.com'
const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', TAG_MANAGER]

const hashSources = (hashes: readonly string[]) => hashes.map((hash) => `'sha256-${hash}'`)

/**
 * The Content-Security-Policy of every page. One for all of them: a host that finds two rules for a page sends both
 * policies, and a visitor stays on the policy of the page they arrived at while the application shows them others.
 */
export const contentSecurityPolicy = ({
  backends,
  recaptcha,
  analytics,
  styleHashes,
  scriptHashes,
}: HeaderSettings): string => {
  const origins = [...new Set(backends.map((address) => new URL(address).origin))]
  const when = (condition: boolean, sources: readonly string[]) => (condition ? sources : [])
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...hashSources(scriptHashes),
      ...when(recaptcha, RECAPTCHA),
      ...when(analytics, [`${TAG_MANAGER}/gtag/js`]),
    ],
    'style-src': ["'self'", ...hashSources(styleHashes)],
    // Colours of pictures and lengths of gauges: attributes React writes, which carry no words of a visitor.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...when(analytics, ANALYTICS)],
    'media-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...origins, ...when(recaptcha, RECAPTCHA.slice(0, 1)), ...when(analytics, ANALYTICS)],
    'frame-src': recaptcha
      ? ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
      : ["'none'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Google's scripts write to the page by ways of their own, which these two would break.
    ...(!recaptcha &&
      !analytics && {
        'require-trusted-types-for': ["'script'"],
        // JSON-LD about reviews (`src/features/reviews/json-ld.ts`), the address of the service worker (`src/app/offline.ts`).
        'trusted-types': ['json-ld', 'service-worker'],
      }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * Every header the site wants from its host, path by path: the one source of `dist/_headers`, of the preview server and
 * of what `npm run headers` prints. No path gets one header from two rules, because hosts would send both.
 */
export const headerBlocks = (settings: HeaderSettings): HeaderBlock[] => [
  {
    path: '/*',
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(settings),
      'Strict-Transport-Security': `max-age=${TWO_YEARS}; includeSubDomains`,
      'X-Content-Type-Options': 'nosniff',
      // For browsers that do not know frame-ancestors.
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': permissionsPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  },
  // Pictures and icons stay free for search engines and link previews, which draw them on pages of their own.
  ...['/assets/*', '/fonts/*'].map((path) => ({
    path,
    headers: { 'Cache-Control': FOREVER, 'Cross-Origin-Resource-Policy': 'same-origin' },
  })),
  { path: '/pictures/*', headers: { 'Cache-Control': FOREVER } },
  ...['/admin', '/admin/*'].map((path) => ({
    path,
    headers: { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' },
  })),
]
