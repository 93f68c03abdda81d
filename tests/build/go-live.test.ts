import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Result, smoke } from '../../scripts/go-live/smoke'
import { removeFactors } from '../../scripts/go-live/two-factor'
import { site } from '../../src/content/site'
import { callAs, createSignedInUser } from '../support/backend-users'
import { root } from '../support/dist'
import { freePort } from '../support/free-port.mjs'
import { PROCESS_KEYS, queryRows, type SiteProcess, startSite } from '../support/site-process'
import { forgeToken } from '../support/tokens'
import { withFactor } from '../support/two-factor'

const folder = mkdtempSync(path.join(tmpdir(), 'go-live-'))
let origin = ''
let server: SiteProcess

beforeAll(async () => {
  vi.stubEnv('ADMIN_SETUP', 'off')
  server = startSite(path.join(folder, 'data'), await freePort(), 'node_modules/vite/bin/vite.js', 'preview')
  vi.unstubAllEnvs()
  origin = server.url.replace('127.0.0.1', 'localhost')
  await queryRows(server.url, 'reviews?select=id')
  // The first call waits for Deno.
  await fetch(`${origin}/functions/v1/rebuild`)
}, 120_000)
afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const goLive = async (...args: string[]) => {
  const command = promisify(execFile)(process.execPath, [path.join(root, 'scripts/go-live.mjs'), ...args])
  const { stdout } = await command.catch((failure: { stdout: string }) => failure)
  return { ok: command.child.exitCode === 0, lines: stdout.trim().split('\n') }
}

const failures = (results: readonly Result[]) =>
  results.filter(({ verdict }) => verdict === 'FAIL').map(({ check, detail }) => `${check}: ${detail}`)

const built = (file: string) => readFileSync(path.join(root, 'dist', file), 'utf8')
const build = { html: built('index.html'), version: built('version.json') }

describe('smoke test', () => {
  it('the smoke test passes on the built site without storing anything', async () => {
    // Every stored row sends an email to the owner.
    const mails = () => fetch(`${origin}/__mail/api`).then((answer) => answer.text())
    const before = await mails()
    const results = await smoke(origin, { build })
    expect(failures(results)).toEqual([])
    expect(results.map(({ check }) => check).join()).toBe(
      'homepage,HTML,sitemap,robots.txt,unknown address,admin area,scripts,functions,set-up,CORS,database,sign-up,storage,uploads,own address',
    )
    expect(await mails()).toBe(before)
  })

  const legacyKey = forgeToken({ role: 'anon' }, 'secret')
  const KEY = 'VITE_SUPABASE_PUBLISHABLE_KEY'
  type Change = (answer: Response) => Response | Promise<Response>
  const header =
    (name: string, value?: string): Change =>
    ({ body, status, headers }) => {
      const others = [...headers].filter(([other]) => other !== name)
      return new Response(body, { status, headers: value ? [...others, [name, value]] : others })
    }
  const replacing =
    (from: string | RegExp, to: string): Change =>
    async (answer) =>
      new Response((await answer.text()).replaceAll(from, to), answer)
  const status =
    (wanted: number): Change =>
    ({ body, headers }) =>
      new Response(body, { status: wanted, headers })

  it.each<[at: RegExp, change: Change, said: string]>([
    [/^\/$/, header('x-frame-options'), 'homepage: / has no X-Frame-Options'],
    [/^\/$/, replacing('</body>', '<script>alert(1)</script>'), 'homepage: / has a different Content-Security-Policy'],
    [/^\/$/, replacing(site.name, 'Other'), "homepage: it doesn't mention"],
    [/^\/$/, replacing(`"mailto:${site.email}"`, '"/cdn-cgi/l/email-protection#5a"'), 'HTML: the host obfuscates'],
    [/^\/$/, replacing('<!-- -->', ''), 'HTML: the host removes comments'],
    [/^\/$/, replacing('Get a Free Quote', 'Darmowa wycena'), 'HTML: the host changes the HTML'],
    [/^\/projects$/, header('content-security-policy', 'x'), 'sitemap: /projects has a different Content-Security'],
    [/^\/no-such-page/, status(200), 'unknown address: /no-such-page-by-any-name returned 200 instead of 404'],
    [/^\/admin\/login$/, header('cache-control', 'public'), 'admin area: /admin/login has a different Cache-Control'],
    [/^\/assets\//, header('cache-control'), 'scripts: '],
    [/\/send-email$/, status(404), "functions: send-email isn't deployed"],
    [/\/functions.*-testimonial$/, status(503), 'functions: submit-testimonial returned 503, so its secrets'],
    [/\/rebuild$/, header('access-control-allow-origin', '*'), "CORS: rebuild doesn't allow calls from"],
    [/\/auth-admin/, status(409), 'set-up: ADMIN_SETUP is on'],
    [/^\/assets\//, replacing(/sb_publishable_[\w-]+/g, legacyKey), `database: ${KEY} is a legacy anon key`],
    [/rpc\/published_project$/, status(404), 'database: it lacks projects (published_project)'],
    [/\/settings$/, replacing('_signup":true', '_signup":false'), 'sign-up: anyone can create an account'],
    [/\/settings$/, replacing('"email":true', '"email":false'), 'sign-up: nobody can sign in with a password'],
    // For a missing file, Storage names the bucket or the file, whichever it misses first.
    [/\/object\/info\//, replacing(/.+/g, '{"error":"Bucket not found"}'), 'storage: the bucket for published'],
    [/\/info\/public\/enquiry/, replacing('Bucket not found', 'not_found'), 'storage: anyone can read enquiry photos'],
    [/\/object\/site-media\//, header('access-control-allow-headers', 'apikey, x-upsert'), 'uploads: Storage'],
  ])('the smoke test reports a broken response from %s', async (at, change, said) => {
    const broken: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      return at.test(new URL(String(input)).pathname) ? change(answer) : answer
    }
    const found = failures(await smoke(origin, { fetch: broken, build }))
    expect(found.filter((sentence) => sentence.startsWith(said))).toHaveLength(1)
  })

  it('the smoke test fails when the site does not respond', async () => {
    const found = failures(await smoke(`http://127.0.0.1:${await freePort()}`))
    expect(found[0]).toMatch(/^homepage: .* isn't responding/)
  })
})

describe('npm run go-live', () => {
  it('go-live smoke prints each check and succeeds when the site is live', async () => {
    const { ok, lines } = await goLive('smoke', '--url', origin)
    expect(lines).toContain('ok    sign-up: is closed, and password sign-in is open')
    expect(lines.at(-1)).toBe('The site is live.')
    expect(ok).toBe(true)
  })

  it('go-live check lists the remaining tasks and exits with an error', async () => {
    const { ok, lines } = await goLive('check', '--settings', path.join(folder, 'none.env'))
    expect(lines).toContain('- SITE_URL is not set. Add it to supabase/.env.')
    expect(lines.at(-1)).toMatch(/^\d+ things are left to do\.$/)
    expect(ok).toBe(false)
  })
})

describe('npm run go-live -- second-factor remove', () => {
  const { VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = PROCESS_KEYS
  const backend = () => ({ url: server.url, publishableKey, secretKey })
  const factorsOf = ({ id }: { id: string }) => callAs(backend(), 'service', `/auth/v1/admin/users/${id}/factors`)
  afterEach(() => void vi.unstubAllEnvs().unstubAllGlobals())

  it("second-factor remove disables an account's two-factor authentication and logs it out everywhere", async () => {
    const user = await createSignedInUser(backend(), 'phoneless', { role: 'admin' })
    const { token } = await withFactor(backend(), user)
    expect(await factorsOf(user)).toMatchObject({ body: [{ status: 'verified' }] })

    vi.stubEnv('SUPABASE_URL', server.url)
    const remove = () => goLive('second-factor', 'remove', user.email)
    const gone = `Removed two-factor authentication for ${user.email} at ${server.url} and logged the account out everywhere.`
    expect(await remove()).toEqual({ ok: true, lines: [expect.stringContaining(gone)] })
    expect(await factorsOf(user)).toMatchObject({ body: [] })
    expect(await callAs(backend(), { token }, '/auth/v1/user')).toMatchObject({ status: 403 })
    const none = `${user.email} doesn't use two-factor authentication at ${server.url}, and has been logged out everywhere.`
    expect(await remove()).toEqual({ ok: false, lines: [none] })
  })

  it('second-factor remove keeps two-factor authentication enabled if sessions cannot be ended', async () => {
    const user = await createSignedInUser(backend(), 'lasting', { role: 'admin' })
    await withFactor(backend(), user)
    const send = fetch
    const failed = Promise.resolve(new Response(null, { status: 503 }))
    const broken = (ask: Request, init: RequestInit) => (ask.url.endsWith('/end_sessions') ? failed : send(ask, init))
    vi.stubGlobal('fetch', broken)
    const removed = removeFactors(user.email, { SUPABASE_URL: server.url, SUPABASE_SECRET_KEY: secretKey })
    await expect(removed).rejects.toThrow('/rest/v1/rpc/end_sessions returned 503.')
    vi.unstubAllGlobals()
    expect(await factorsOf(user)).toMatchObject({ body: [{ status: 'verified' }] })
  })

  it('second-factor remove explains failures and never sends the local key to hosted projects', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const nobody = 'nobody@example.com'
    vi.stubEnv('SUPABASE_SECRET_KEY', undefined)
    for (const [url, key, said] of [
      [server.url, secretKey, `No account at ${server.url} has the email address ${nobody}.`],
      [server.url, 'sb_secret_wrong', `${server.url} doesn't accept this SUPABASE_SECRET_KEY.`],
      [nowhere, secretKey, `${nowhere} isn't responding.`],
      ['https://project.invalid', secretKey, 'SUPABASE_SECRET_KEY is not set. Put the secret key of'],
    ] as const) {
      const removed = removeFactors(nobody, { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key })
      await expect(removed).rejects.toThrow(said)
    }
    vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_of_the_project')
    const removed = removeFactors(nobody, { SUPABASE_URL: 'https://project.invalid' })
    await expect(removed).rejects.toThrow("https://project.invalid isn't responding.")
  })
})
