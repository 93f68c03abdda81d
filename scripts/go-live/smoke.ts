import { site } from '../../src/content/site.ts'
import { SITE_MEDIA_PATH } from '../../src/lib/site-media.ts'
import { headersFile } from '../../src/prerender/headers.ts'
import { parseHeaders } from '../../src/prerender/hosting-rules.ts'
import { ENQUIRY_PHOTOS_BUCKET } from '../../supabase/functions/_shared/contract/enquiry-photo.ts'
import { reason } from '../../supabase/functions/_shared/errors.ts'
import { legacyKeyAdvice, legacyRole } from '../legacy-key.mjs'

/** `note` isn't a failure. */
export type Result = { verdict: 'ok' | 'FAIL' | 'note'; check: string; detail: string }

const TIMEOUT_MS = 20_000
const NO_FILE = `${'0'.repeat(64)}.webp`
const RECAPTCHA = 'https://www.google.com/recaptcha/'
const ANALYTICS = 'https://www.googletagmanager.com'
// These reject a non-JSON body with 400. auth-admin checks the session first.
const FUNCTIONS = ['submit-testimonial', 'send-email', 'admin-email', 'rebuild']
const NO_ID = '00000000-0000-0000-0000-000000000000'
const PHOTO_UPLOAD = `enquiry-photo/${NO_ID}`

/** One per migration, with arguments that change nothing for any caller. */
export const DATABASE_FUNCTIONS: Readonly<Record<string, [name: string, args?: Record<string, unknown>]>> = {
  access: ['is_admin'],
  reviews: ['approved_review_summary'],
  review_invitations: ['review_invitation', { p_token: '' }],
  enquiries: ['enquiry_page'],
  site_media: ['missing_site_media', { p_names: [] }],
  publications: ['publication_history'],
  projects: ['published_project', { p_id: '' }],
  project_versions: ['project_history', { p_project: '' }],
  rebuilds: ['site'],
  media_cleanup: ['delete_permanently', { p_project: '' }],
  overview: ['waiting_counts'],
  rate_limits: ['release_rate_limit', { p_bucket: '' }],
  backup: ['backup_state'],
  enquiry_photos: ['delete_enquiry_photo', { p_name: '' }],
  enquiry_status: ['save_enquiry_note', { p_id: NO_ID, p_note: '', p_seen: '' }],
  fair_reviews: ['moderate_reviews', { p_ids: [], p_from: 'pending', p_to: 'rejected', p_reason: 'duplicate' }],
  review_replies: ['review_withdrawal', { p_token: '' }],
}

const fail = (detail: string): never => {
  throw new Error(detail)
}

const parsePolicy = (policy: string) => {
  const getSources = (directive: string) => RegExp(`(?:^|; *)${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
  const media = getSources('img-src').find((source) => source.endsWith(SITE_MEDIA_PATH))
  const backend = media?.slice(0, -SITE_MEDIA_PATH.length) ?? ''
  const known = [backend, RECAPTCHA, ANALYTICS]
  const other = getSources('connect-src').find((source) => /^https?:[^*]+$/.test(source) && !known.includes(source))
  return {
    VITE_SUPABASE_URL: backend,
    VITE_PROJECTS_HOST: other ?? '',
    VITE_RECAPTCHA_SITE_KEY: policy.includes(RECAPTCHA) ? 'set' : '',
    VITE_ANALYTICS_ID: policy.includes(ANALYTICS) ? 'G-SET' : '',
  }
}

const parseErrorCode = (text: string): unknown => {
  try {
    const body = JSON.parse(text)
    return body.error?.code ?? body.code
  } catch {
    return undefined
  }
}

export type Build = { html: string; version: string }

const scriptNames = (html: string) => [...html.matchAll(/assets\/[\w.-]+\.js/g)].join()

/** React needs the HTML exactly as built. */
const htmlFault = (html: string, build: Build | undefined): string | undefined => {
  if (/data-cfemail|__cf_email__|\/cdn-cgi\/l\/email-protection/.test(html))
    return 'the host obfuscates email addresses. Switch that off (at Cloudflare: Scrape Shield > Email Address Obfuscation).'
  if (!html.includes('<!-- -->')) return 'the host removes comments, which React needs. Switch off HTML minification.'
  const isSameBuild = build && scriptNames(build.html) === scriptNames(html)
  return isSameBuild && build.html !== html
    ? 'the host changes the HTML, which differs from dist/index.html. Switch off whatever optimises or translates pages.'
    : undefined
}

/** Checks a published site and its backend. Changes nothing. */
export const smoke = async (
  address: string,
  options: { backend?: string | undefined; fetch?: typeof fetch; build?: Build | undefined } = {},
): Promise<Result[]> => {
  const origin = new URL(address).origin
  const results: Result[] = []
  const request = async (url: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await (options.fetch ?? fetch)(url, { redirect: 'manual', signal, ...init }).catch(
      (cause: unknown) => fail(`${url} isn't responding (${reason(cause)})`),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const check = async (name: string, act: () => Promise<string>, otherwise: Result['verdict'] = 'FAIL') => {
    try {
      results.push({ verdict: 'ok', check: name, detail: await act() })
    } catch (cause) {
      results.push({ verdict: otherwise, check: name, detail: reason(cause) })
    }
  }

  const home = await request(origin).catch(() => undefined)
  const settings = parsePolicy(home?.headers.get('content-security-policy') ?? '')
  const rules = parseHeaders(headersFile(settings, home?.text ?? ''))
  const open = async (pathname: string, wanted = 200) => {
    const response = await request(origin + pathname)
    if (response.status !== wanted) fail(`${pathname} returned ${response.status} instead of ${wanted}`)
    const problems = rules
      .filter(({ pattern }) => pattern.test(pathname))
      .flatMap((rule) => rule.headers)
      .filter(([name, value]) => response.headers.get(name) !== value)
      .map(([name]) => (response.headers.has(name) ? `a different ${name}` : `no ${name}`))
    if (problems.length > 0)
      fail(`${pathname} has ${problems.join(', ')}. The host must send the headers in dist/_headers.`)
    return response
  }
  const page = async (pathname: string, wanted = 200) => {
    const { headers, text } = await open(pathname, wanted)
    const type = headers.get('content-type') ?? ''
    if (!type.startsWith('text/html')) fail(`${pathname} is sent as '${type}' instead of text/html`)
    return text
  }

  await check('homepage', async () => {
    if (!(await page('/')).includes(site.name)) fail(`it doesn't mention ${site.name}. Another site responds here.`)
    return 'responds, with its headers and policy'
  })
  await check('HTML', async () => {
    const version = await request(`${origin}/version.json`)
    // Another build may contain other reviews and projects.
    const build = options.build?.version === version.text ? options.build : undefined
    const fault = htmlFault(home?.text ?? '', build)
    if (fault) fail(fault)
    return 'arrives as built'
  })
  await check('sitemap', async () => {
    const { text } = await open('/sitemap.xml')
    const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>\s*(?:<image|<\/url|$)/g)].map(([, url = '']) => url)
    if (pages.length === 0) fail("/sitemap.xml doesn't list any pages")
    const foreign = pages.find((url) => !url.startsWith(`${site.url}/`))
    if (foreign) fail(`it lists ${foreign}, which isn't under the url in src/content/site.ts. Rebuild the site.`)
    for (const url of pages) await page(url.slice(site.url.length))
    return `its ${pages.length} pages respond, with their headers`
  })
  await check('robots.txt', async () => {
    if (!(await open('/robots.txt')).text.includes(`Sitemap: ${site.url}/sitemap.xml`)) fail("doesn't list the sitemap")
    return 'lists the sitemap'
  })
  await check('unknown address', async () => {
    await page('/no-such-page-by-any-name', 404)
    return 'returns 404 with a page'
  })
  await check('admin area', async () => {
    for (const pathname of ['/admin', '/admin/login', '/admin/dashboard']) await page(pathname)
    return "opens at any address under /admin, and isn't cached or indexed"
  })

  let key = ''
  await check('scripts', async () => {
    const wanted = new Set([...(home?.text ?? '').matchAll(/\/(assets\/[\w.-]+\.js)"/g)].map(([, file = '']) => file))
    // Also visits files added to the set.
    for (const file of wanted) {
      const { text } = await open(`/${file}`)
      key ||= /sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/.exec(text)?.[0] ?? ''
      for (const [, name = ''] of text.matchAll(/["'](?:\.\/|assets\/)([\w.-]+\.js)["']/g)) wanted.add(`assets/${name}`)
    }
    if (wanted.size === 0) fail("the homepage doesn't load any scripts")
    return `${wanted.size} files, all cached permanently`
  })

  const backend = (options.backend || settings.VITE_SUPABASE_URL || origin).replace(/\/+$/, '')
  const call = (name: string, init: RequestInit = {}) =>
    request(`${backend}/functions/v1/${name}`, { headers: { 'content-type': 'application/json', origin }, ...init })
  const refused = async (name: string, init: RequestInit, wanted: number, code: string) => {
    const { status, text } = await call(name, init)
    if (status === wanted && parseErrorCode(text) === code) return
    if (status === 404) fail(`${name} isn't deployed. Run \`npx supabase@3 functions deploy\`.`)
    if (status >= 500)
      fail(`${name} returned ${status}, so its secrets are missing or wrong. Run \`npm run go-live -- check\`.`)
    fail(`${name} returned ${status} (${parseErrorCode(text)}) instead of ${wanted} (${code})`)
  }
  const empty = { method: 'POST', body: '{}' }

  await check('functions', async () => {
    for (const name of FUNCTIONS) await refused(name, { ...empty, body: 'no JSON' }, 400, 'invalid')
    await refused(PHOTO_UPLOAD, empty, 415, 'unsupported-type')
    await refused('auth-admin/admin/users', {}, 401, 'no_authorization')
    return 'respond, reject invalid and unauthorised requests, and store nothing'
  })
  await check('set-up', async () => {
    const { status } = await call('auth-admin/admin/users', empty)
    if ([400, 403, 409, 424].includes(status))
      fail('ADMIN_SETUP is on. Run `npx supabase@3 secrets unset ADMIN_SETUP` once the first administrator exists.')
    if (status !== 401) fail(`auth-admin returned ${status} instead of 401`)
    return "doesn't create an administrator"
  })
  await check('CORS', async () => {
    const allowed = async (name: string, from: string) => {
      const headers = { origin: from, 'access-control-request-method': 'POST' }
      return (await call(name, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')
    }
    for (const name of [...FUNCTIONS, PHOTO_UPLOAD, 'auth-admin']) {
      if ((await allowed(name, origin)) !== origin)
        fail(`${name} doesn't allow calls from ${origin}. Set SITE_URL to it, or add it to SITE_ORIGINS.`)
      if ((await allowed(name, 'https://another-site.example')) !== null)
        fail(`${name} allows calls from other sites. Deploy the functions again.`)
    }
    return `functions allow calls from ${origin} and no other site`
  })

  await check('database', async () => {
    if (!key)
      fail("the scripts don't contain a publishable key. Set VITE_SUPABASE_PUBLISHABLE_KEY and rebuild the site.")
    if (legacyRole(key) === 'service_role')
      fail(
        'the scripts contain a secret key, which every visitor can read. Replace it at Supabase, then rebuild and publish the site.',
      )
    const advice = legacyKeyAdvice('VITE_SUPABASE_PUBLISHABLE_KEY', key)
    if (advice) fail(`${advice} Then rebuild and publish the site.`)
    const headers = { apikey: key, 'content-type': 'application/json' }
    const toRpcRequest = (args = {}) => ({ method: 'POST', headers, body: JSON.stringify(args) })
    const missing: string[] = []
    for (const [migration, [name, args]] of Object.entries(DATABASE_FUNCTIONS)) {
      const answer = await request(`${backend}/rest/v1/rpc/${name}`, toRpcRequest(args))
      // A refused function (42501) exists.
      if (answer.status === 404 || parseErrorCode(answer.text) === 'PGRST202') missing.push(`${migration} (${name})`)
      else if (answer.status >= 300 && parseErrorCode(answer.text) !== '42501')
        fail(`${name} returned ${answer.status}. Is the publishable key from this project?`)
    }
    if (missing.length > 0) fail(`it lacks ${missing.join(', ')}. Run \`npx supabase@3 db push --remote\`.`)
    return 'returns published content to visitors, and has a function from each migration'
  })
  await check('sign-up', async () => {
    const { status, text } = await request(`${backend}/auth/v1/settings`, { headers: { apikey: key } })
    if (status !== 200) fail(`the auth server returned ${status}`)
    const { disable_signup, external } = JSON.parse(text)
    if (disable_signup !== true) fail('anyone can create an account. Run `npx supabase@3 config push`.')
    if (external?.email !== true) fail('nobody can sign in with a password. Run `npx supabase@3 config push`.')
    return 'is closed, and password sign-in is open'
  })
  await check('storage', async () => {
    // The file's own endpoint may report either the bucket or the file as missing.
    const { text } = await request(backend + SITE_MEDIA_PATH.replace('/public/', '/info/public/') + NO_FILE)
    if (!text.includes('not_found'))
      fail("the bucket for published pictures doesn't exist. Run `npx supabase@3 db push --remote`.")
    // Below /public/, Storage doesn't find private buckets.
    const photos = await request(`${backend}/storage/v1/object/info/public/${ENQUIRY_PHOTOS_BUCKET}/${NO_FILE}`)
    if (photos.text.includes('not_found'))
      fail(`anyone can read enquiry photos. Make the bucket ${ENQUIRY_PHOTOS_BUCKET} private at Supabase.`)
    return 'has the bucket for published pictures, and hides enquiry photos'
  })
  await check('uploads', async () => {
    const wanted = ['apikey', 'authorization', 'x-client-info', 'x-robots-tag', 'x-upsert']
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted.join(),
    }
    const file = backend + SITE_MEDIA_PATH.replace('/public/', '/') + NO_FILE
    const { status, headers } = await request(file, { method: 'OPTIONS', headers: preflight })
    const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/ *, */)
    const missing = wanted.filter((name) => !allowed.includes(name))
    const isOurs = ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
    // Browsers report a refused preflight as a lost connection.
    if (status >= 300 || !isOurs || missing.length > 0)
      fail(`Storage doesn't allow uploads from ${origin} (${status}${missing.map((name) => `, no ${name}`).join('')})`)
    return `are allowed from ${origin}, with their rules for search engines`
  })

  const checkForwarding = async () => {
    const headers = { 'content-type': 'application/json', origin }
    const { text } = await request(`${origin}/api/submit-testimonial`, { ...empty, headers })
    if (parseErrorCode(text) !== 'invalid')
      fail("this host doesn't forward /api/submit-testimonial. The site's own form doesn't need it.")
    return '/api/submit-testimonial reaches its function'
  }
  await check('own address', checkForwarding, 'note')
  return results
}
