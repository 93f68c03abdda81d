import { site } from '../../src/content/site.ts'
import { SITE_MEDIA_PATH } from '../../src/lib/site-media.ts'
import { headersFile } from '../../src/prerender/headers.ts'
import { parseHeaders } from '../../src/prerender/hosting-rules.ts'

/** What one check found; `note` is worth knowing and no failure. */
export type Result = { verdict: 'ok' | 'FAIL' | 'note'; check: string; detail: string }

const TIMEOUT_MS = 20_000
const ELSEWHERE = 'https://another-site.example'
const NO_PAGE = '/no-such-page-by-any-name'
const NO_FILE = `${'0'.repeat(64)}.webp`
const RECAPTCHA = 'https://www.google.com/recaptcha/'
const ANALYTICS = 'https://www.googletagmanager.com'

const FUNCTIONS = ['submit-testimonial', 'send-email', 'admin-email', 'moderate-reviews', 'publish', 'auth-admin']

const fail = (detail: string): never => {
  throw new Error(detail)
}

/** A page's Content-Security-Policy by directive. */
const readPolicy = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources]
    }),
  )

/** The build's settings, as far as a published page's policy tells them. */
const settingsOf = (policy: string) => {
  const directives = readPolicy(policy)
  const media = directives.get('img-src')?.find((source) => source.endsWith(SITE_MEDIA_PATH))
  const backend = media?.slice(0, -SITE_MEDIA_PATH.length) ?? ''
  const other = directives
    .get('connect-src')
    ?.find(
      (source) => /^https?:/.test(source) && ![backend, RECAPTCHA, ANALYTICS].includes(source) && !source.includes('*'),
    )
  return {
    VITE_SUPABASE_URL: backend,
    VITE_PROJECTS_HOST: other ?? '',
    VITE_RECAPTCHA_SITE_KEY: policy.includes(RECAPTCHA) ? 'set' : '',
    VITE_ANALYTICS_ID: policy.includes(ANALYTICS) ? 'G-SET' : '',
  }
}

/** Asks a published site, and its backend, what would show that something was forgotten; changes and stores nothing. */
export const smoke = async (
  address: string,
  options: { backend?: string | undefined; key?: string | undefined; fetch?: typeof fetch } = {},
): Promise<Result[]> => {
  const origin = new URL(address).origin
  const results: Result[] = []
  const ask = async (url: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await (options.fetch ?? fetch)(url, { redirect: 'manual', signal, ...init }).catch(
      (cause: unknown) => fail(`${url} does not answer (${cause instanceof Error ? cause.message : cause})`),
    )
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const check = async (name: string, act: () => Promise<string>) => {
    try {
      results.push({ verdict: 'ok', check: name, detail: await act() })
    } catch (cause) {
      results.push({ verdict: 'FAIL', check: name, detail: cause instanceof Error ? cause.message : String(cause) })
    }
  }

  const home = await ask(origin).catch(() => undefined)
  const policy = home?.headers.get('content-security-policy') ?? ''
  const settings = settingsOf(policy)
  const rules = parseHeaders(headersFile(settings, home?.text ?? ''))
  const headerProblems = (pathname: string, headers: Headers) =>
    rules
      .filter(({ pattern }) => pattern.test(pathname))
      .flatMap((rule) => rule.headers)
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name]) => (headers.has(name) ? `another ${name}` : `no ${name}`))
  const page = async (pathname: string, wanted = 200) => {
    const { status, headers, text } = await ask(origin + pathname)
    if (status !== wanted) fail(`${pathname} answers ${status} instead of ${wanted}`)
    const type = headers.get('content-type') ?? ''
    if (!type.startsWith('text/html')) fail(`${pathname} is sent as '${type}' instead of text/html`)
    const problems = headerProblems(pathname, headers)
    if (problems.length > 0) fail(`${pathname} has ${problems.join(', ')}: the host must send what dist/_headers says`)
    return text
  }

  await check('home page', async () => {
    const text = await page('/')
    if (!text.includes(site.name)) fail(`it does not name ${site.name}: another site answers here`)
    return 'answers, with its headers and policy'
  })
  await check('sitemap', async () => {
    const { status, text } = await ask(`${origin}/sitemap.xml`)
    const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>\s*(?:<image|<\/url|$)/g)].map(([, url = '']) => url)
    if (status !== 200 || pages.length === 0) fail(`/sitemap.xml answers ${status} and names ${pages.length} pages`)
    const foreign = pages.find((url) => !url.startsWith(`${site.url}/`))
    if (foreign) fail(`it names ${foreign}, which is not below the url of src/content/site.ts: build again`)
    for (const url of pages) await page(url.slice(site.url.length))
    return `its ${pages.length} pages answer, with their headers`
  })
  await check('robots.txt', async () => {
    const { status, text } = await ask(`${origin}/robots.txt`)
    if (status !== 200 || !text.includes(`Sitemap: ${site.url}/sitemap.xml`))
      fail(`answers ${status} and names no sitemap`)
    return 'names the sitemap'
  })
  await check('unknown address', async () => {
    await page(NO_PAGE, 404)
    return 'answers 404 with a page'
  })
  await check('admin area', async () => {
    for (const pathname of ['/admin', '/admin/login', '/admin/dashboard']) await page(pathname)
    return 'opens at any address below /admin, is not cached and not indexed'
  })

  const scripts = new Map<string, string>()
  await check('scripts', async () => {
    const wanted = new Set([...(home?.text ?? '').matchAll(/\/(assets\/[\w.-]+\.js)"/g)].map(([, file = '']) => file))
    // A set grows while it is iterated.
    for (const file of wanted) {
      const { status, headers, text } = await ask(`${origin}/${file}`)
      const problems = headerProblems(`/${file}`, headers)
      if (status !== 200 || problems.length > 0) fail(`/${file} answers ${status}${problems.map((one) => `, ${one}`)}`)
      scripts.set(file, text)
      for (const [, name = ''] of text.matchAll(/["'](?:\.\/|assets\/)([\w.-]+\.js)["']/g)) wanted.add(`assets/${name}`)
    }
    if (wanted.size === 0) fail('the home page names no script')
    return `${wanted.size} files, each to be cached for ever`
  })

  const backend = (options.backend || settings.VITE_SUPABASE_URL || origin).replace(/\/+$/, '')
  const key =
    options.key ??
    [...scripts.values()]
      .map((text) => /sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/.exec(text)?.[0])
      .find(Boolean)
  const json = { 'content-type': 'application/json', origin }
  const call = (name: string, init: RequestInit = {}) => ask(`${backend}/functions/v1/${name}`, init)
  const codeOf = (text: string): unknown => {
    try {
      const body = JSON.parse(text)
      return body.error?.code ?? body.code
    } catch {
      return undefined
    }
  }
  const refused = async (name: string, init: RequestInit, wanted: number, code: string) => {
    const { status, headers, text } = await call(name, { headers: json, ...init })
    if (status === wanted && codeOf(text) === code) return headers
    if (status === 404) return fail(`${name} is not there: run \`npx supabase@3 functions deploy\``)
    if (status >= 500)
      return fail(`${name} answers ${status}: its secrets are missing or wrong, see \`npm run go-live -- check\``)
    return fail(`${name} answers ${status} (${codeOf(text)}) instead of ${wanted} (${code})`)
  }

  await check('functions', async () => {
    for (const name of ['send-email', 'admin-email', 'moderate-reviews', 'publish'])
      await refused(name, { method: 'POST', body: '{}' }, 400, 'invalid')
    await refused('auth-admin/admin/users', {}, 401, 'no_authorization')
    return 'answer, and refuse who may not ask'
  })
  await check('testimonials', async () => {
    await refused('submit-testimonial', { method: 'POST', body: '{}' }, 400, 'invalid')
    return 'one without words is refused, and nothing stored'
  })
  await check('set-up', async () => {
    const { status } = await call('auth-admin/admin/users', { method: 'POST', headers: json, body: '{}' })
    if ([400, 403, 409, 424].includes(status))
      fail('ADMIN_SETUP is on: run `npx supabase@3 secrets unset ADMIN_SETUP` once the first administrator is there')
    if (status !== 401) fail(`auth-admin answers ${status} instead of 401`)
    return 'creates no administrator'
  })
  await check('CORS', async () => {
    const preflight = (from: string) => ({
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    })
    for (const name of FUNCTIONS) {
      const own = (await call(name, preflight(origin))).headers.get('access-control-allow-origin')
      if (own !== origin) fail(`${name} does not let ${origin} call it: set SITE_URL, or name it in SITE_ORIGINS`)
      const other = (await call(name, preflight(ELSEWHERE))).headers.get('access-control-allow-origin')
      if (other !== null) fail(`${name} lets the pages of other sites call it: deploy the functions again`)
    }
    return `functions answer the pages of ${origin} and no other site's`
  })

  const apikey = { apikey: key ?? '' }
  await check('database', async () => {
    if (!key) fail('the scripts hold no publishable key: set VITE_SUPABASE_PUBLISHABLE_KEY and build again')
    const answer = await ask(`${backend}/rest/v1/rpc/current_publication`, { method: 'POST', headers: apikey })
    if (answer.status === 404) fail('the tables are not there: run `npx supabase@3 db push --remote`')
    if (answer.status !== 200) fail(`the REST API answers ${answer.status}: is the publishable key of this project?`)
    return 'answers visitors with what is published'
  })
  await check('sign-up', async () => {
    const { status, text } = await ask(`${backend}/auth/v1/settings`, { headers: apikey })
    if (status !== 200) fail(`the auth server answers ${status}`)
    const { disable_signup, external } = JSON.parse(text)
    if (disable_signup !== true) fail('anybody can make an account: run `npx supabase@3 config push`')
    if (external?.email !== true) fail('nobody can sign in with a password: run `npx supabase@3 config push`')
    return 'is closed, and signing in with a password open'
  })
  await check('storage', async () => {
    const { text } = await ask(backend + SITE_MEDIA_PATH + NO_FILE)
    if (!text.includes('not_found'))
      fail('the bucket for published pictures is not there: run `npx supabase@3 db push --remote`')
    return 'has the bucket for published pictures'
  })

  const posted = await ask(`${origin}/api/submit-testimonial`, { method: 'POST', headers: json, body: '{}' }).catch(
    () => undefined,
  )
  if (posted && codeOf(posted.text) === 'invalid')
    results.push({ verdict: 'ok', check: 'own address', detail: '/api/submit-testimonial reaches its function' })
  else
    results.push({
      verdict: 'note',
      check: 'own address',
      detail: "this host does not pass /api/submit-testimonial on; the site's own form does without",
    })
  return results
}
