import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Result, smoke } from '../../scripts/go-live/smoke'
import { site } from '../../src/content/site'
import { root } from '../support/dist'
import { freePort } from '../support/site-process'

// The built site on a database of its own, as the end-to-end tests serve it.
let folder = ''
let origin = ''
let server: ChildProcess

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'go-live-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  const { VITEST: _, ...surroundings } = process.env
  server = spawn(process.execPath, [path.join(root, 'tests/e2e/serve.mjs')], {
    env: {
      ...surroundings,
      PORT: String(port),
      E2E_DATA_DIR: path.join(folder, 'data'),
      SEED: 'off',
      ADMIN_SETUP: 'off',
    },
    stdio: 'ignore',
  })
  const deadline = Date.now() + 60_000
  while (!(await fetch(`${origin}/__mail/api`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline || server.exitCode !== null) throw new Error('The site did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  // The first calls wait for the database and for Deno.
  await Promise.all(['auth/v1/settings', 'functions/v1/publish'].map((name) => fetch(`${origin}/${name}`)))
}, 120_000)
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

/** What a command of `npm run go-live` prints, and whether it ends well. */
const goLive = async (...args: string[]) => {
  const command = promisify(execFile)(process.execPath, [path.join(root, 'scripts/go-live.mjs'), ...args])
  const { stdout } = await command.catch((failure: { stdout: string }) => failure)
  return { ok: command.child.exitCode === 0, lines: stdout.trim().split('\n') }
}

const failures = (results: readonly Result[]) =>
  results.filter(({ verdict }) => verdict === 'FAIL').map(({ check, detail }) => `${check}: ${detail}`)

describe('the smoke test of a published site', () => {
  it('finds nothing to say about the build with its backend', async () => {
    const results = await smoke(origin)
    expect(failures(results)).toEqual([])
    expect(results.map(({ check }) => check)).toEqual([
      'home page',
      'sitemap',
      'robots.txt',
      'unknown address',
      'admin area',
      'scripts',
      'functions',
      'testimonials',
      'set-up',
      'CORS',
      'database',
      'sign-up',
      'storage',
      'own address',
    ])
  })

  // What is stored is told to the owner by e-mail.
  it('stores nothing', async () => {
    const before = await fetch(`${origin}/__mail/api`).then((answer) => answer.text())
    await smoke(origin)
    expect(await fetch(`${origin}/__mail/api`).then((answer) => answer.text())).toBe(before)
  })

  type Change = (answer: Response, url: URL) => Response | Promise<Response>
  const withHeader =
    (name: string, value?: string): Change =>
    (answer) => {
      const headers = new Headers(answer.headers)
      headers.delete(name)
      if (value !== undefined) headers.set(name, value)
      return new Response(answer.body, { status: answer.status, headers })
    }
  const withBody =
    (change: (text: string) => string): Change =>
    async (answer) =>
      new Response(change(await answer.text()), answer)

  it.each<[what: string, at: RegExp, change: Change, said: string]>([
    ['a header is missing', /^\/$/, withHeader('x-frame-options'), 'home page: / has no X-Frame-Options'],
    [
      'another policy is sent',
      /^\/projects$/,
      withHeader('content-security-policy', "default-src 'self'"),
      'sitemap: /projects has another Content-Security-Policy',
    ],
    [
      'a script was put into the pages',
      /^\/$/,
      withBody((text) => `${text}<script>alert(1)</script>`),
      'home page: / has another Content-Security-Policy',
    ],
    [
      'another site answers',
      /^\/$/,
      withBody((text) => text.replaceAll(site.name, 'Other')),
      'home page: it does not name',
    ],
    [
      'a page that is not there answers 200',
      /^\/no-such-page/,
      (answer) => new Response(answer.body, { headers: answer.headers }),
      'unknown address: /no-such-page-by-any-name answers 200 instead of 404',
    ],
    [
      'the admin area may be cached',
      /^\/admin\/login$/,
      withHeader('cache-control', 'public'),
      'admin area: /admin/login has another Cache-Control',
    ],
    ['scripts are not cached', /^\/assets\//, withHeader('cache-control'), 'scripts: '],
    [
      'the functions were not deployed',
      /^\/functions\/v1\/send-email$/,
      () => Response.json({ code: 'NOT_FOUND' }, { status: 404 }),
      'functions: send-email is not there',
    ],
    [
      'a function does not start',
      /^\/functions\/v1\/submit-testimonial$/,
      () => Response.json({ code: 'BOOT_ERROR' }, { status: 503 }),
      'testimonials: submit-testimonial answers 503: its secrets are missing or wrong',
    ],
    [
      'every site may call the functions',
      /^\/functions\/v1\/publish$/,
      withHeader('access-control-allow-origin', '*'),
      'CORS: publish does not let',
    ],
    [
      'set-up is open',
      /^\/functions\/v1\/auth-admin/,
      (answer) => new Response(answer.body, { ...answer, status: answer.status === 401 ? 409 : answer.status }),
      'set-up: ADMIN_SETUP is on',
    ],
    [
      'the migrations were not pushed',
      /^\/rest\//,
      () => Response.json({}, { status: 404 }),
      'database: the tables are not there',
    ],
    [
      'sign-up is open',
      /^\/auth\/v1\/settings$/,
      withBody((text) => text.replace('"disable_signup":true', '"disable_signup":false')),
      'sign-up: anybody can make an account',
    ],
    [
      'nobody can sign in',
      /^\/auth\/v1\/settings$/,
      withBody((text) => text.replace('"email":true', '"email":false')),
      'sign-up: nobody can sign in with a password',
    ],
    [
      'the bucket is missing',
      /^\/storage\//,
      withBody(() => '{"statusCode":"404","error":"Bucket not found","message":"Bucket not found"}'),
      'storage: the bucket for published pictures is not there',
    ],
  ])('says so when %s', async (_what, at, change, said) => {
    const broken: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const url = new URL(String(input))
      return at.test(url.pathname) ? change(answer, url) : answer
    }
    const found = failures(await smoke(origin, { fetch: broken }))
    expect(found.filter((sentence) => sentence.startsWith(said))).toHaveLength(1)
  })

  it('names a site that does not answer', async () => {
    const found = failures(await smoke(`http://127.0.0.1:${await freePort()}`))
    expect(found[0]).toMatch(/^home page: .* does not answer/)
  })
})

describe('npm run go-live', () => {
  it('prints a line per check, and ends well when the site is live', async () => {
    const { ok, lines } = await goLive('smoke', '--url', origin)
    expect(lines).toContain('ok    sign-up: is closed, and signing in with a password open')
    expect(lines.at(-1)).toBe('The site is live.')
    expect(ok).toBe(true)
  })

  it('names what is left to do before, and ends badly', async () => {
    const { ok, lines } = await goLive('check', '--settings', path.join(folder, 'none.env'))
    expect(lines).toContain('- SITE_URL is not set: add it to supabase/.env.')
    expect(lines.at(-1)).toMatch(/^\d+ things are left to do\.$/)
    expect(ok).toBe(false)
  })
})
