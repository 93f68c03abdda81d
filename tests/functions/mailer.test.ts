import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchProgram } from '../../scripts/fetch-program.mjs'
import { ENQUIRY_STORED, sentTo, TESTIMONIAL_RECEIVED } from '../../supabase/functions/_shared/contract/reply.ts'
import { createFunctionRunner } from '../../supabase/local/functions/runner.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'
import { makeCertificate } from '../support/certificate.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-mailer-'))
const USER = 'mailer'
const PASSWORD = 'a-password-for-the-mailer'
const TAKEN_NEVER = 'Taken never'

const certificate = makeCertificate()
const certificateFile = (name: string, { cert }: { cert: string }) => {
  const file = path.join(folder, `${name}.pem`)
  writeFileSync(file, cert)
  return file
}
// Each certificate is its own authority.
const TRUSTED = certificateFile('trusted', certificate)
const FOREIGN = certificateFile('foreign', makeCertificate())

/** What the mail servers saw, by the words of the e-mail or, before there is one, what the client did. */
const seen: string[] = []
const servers: SMTPServer[] = []

const listen = async (options: SMTPServerOptions): Promise<string> => {
  const server = new SMTPServer({
    ...certificate,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === USER && password === PASSWORD
      if (isRight) return callback(null, { user: USER })
      seen.push(`refused ${password}`)
      callback(new Error('Authentication failed'))
    },
    onData: async (stream, { secure, user }, callback) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const mail = Buffer.concat(chunks).toString()
      seen.push(`${secure ? 'by TLS' : 'in the clear'} from ${user}: ${/^Subject: (.*)$/m.exec(mail)?.[1]}`)
      if (!mail.includes(TAKEN_NEVER)) callback()
    },
    ...options,
  })
  // A client that distrusts the certificate, or hangs up.
  server.on('error', () => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.server.address() as AddressInfo).port)
}

let backend: TestServer
let ports = { tls: '', startTls: '', clear: '', silent: '' }

beforeAll(async () => {
  const [server, tls, startTls, clear, silent] = await Promise.all([
    startTestServer(),
    listen({ secure: true }),
    listen({ secure: false }),
    listen({ secure: false, disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    listen({ secure: true, onConnect: () => void seen.push('connected to the silent one') }),
  ])
  backend = server
  ports = { tls, startTls, clear, silent }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(resolve))))
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

// By host name, as in life: what Deno does not support is often of names only.
const hosted = (to: keyof typeof ports, change: Record<string, string> = {}) => ({
  ...FEWEST_SETTINGS,
  SUPABASE_URL: backend.url,
  SUPABASE_ANON_KEY: backend.publishableKey,
  SUPABASE_SERVICE_ROLE_KEY: backend.secretKey,
  SMTP_HOST: 'localhost',
  SMTP_PORT: ports[to],
  SMTP_SECURE: String(to === 'tls' || to === 'silent'),
  SMTP_USER: USER,
  SMTP_PASS: PASSWORD,
  DENO_CERT: TRUSTED,
  ...change,
})

// The hosted runtime's version, and the newest, which it may become.
const DENOS = { deno: 'deno', 'deno-latest': await fetchProgram('deno', '2.9.6') }
type Deno = keyof typeof DENOS

/** Runs the functions in a Deno of their own; `act` gets their URL. */
const withFunctions = async (deno: Deno, env: Record<string, string>, act: (url: string) => Promise<void>) => {
  const runner = createFunctionRunner({ root, deno: DENOS[deno] ?? '', env: () => env })
  try {
    await act(`http://127.0.0.1:${await runner.port()}`)
  } finally {
    runner.stop()
  }
}

let visitors = 0
const post = (url: string, body: object) => {
  visitors += 1
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${visitors}` }
  return postJson(url, body, { headers })
}

const expectEnquiry = async (url: string, subject: string, delivery: 'sent' | 'failed') => {
  const enquiry = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', subject, cardUrl: 'Please call.' }
  const message = delivery === 'sent' ? sentTo(FEWEST_SETTINGS.COMPANY_EMAIL) : ENQUIRY_STORED
  expect(await post(`${url}/send-email`, enquiry)).toMatchObject({
    status: 200,
    json: { success: true, message, details: { delivery } },
  })
  const stored = await backend.sql(
    'select delivery, delivered_at is not null as dated from enquiries where subject = $1',
    [subject],
  )
  expect(stored).toEqual([{ delivery, dated: delivery === 'sent' }])
}
const mailsOf = (subject: string) => seen.filter((line) => line.endsWith(`: Enquiry: ${subject}`))

describe.each(['deno', 'deno-latest'] as const)('an enquiry, on %s,', (deno) => {
  beforeEach(({ skip }) => skip(!DENOS[deno], `${deno} could not be fetched`))

  test('is sent with TLS from the start, and every other function answers beside it', async () => {
    const admin = await signedIn(backend, `admin-${deno}`, { role: 'admin' })
    await withFunctions(deno, hosted('tls'), async (url) => {
      await expectEnquiry(url, `TLS ${deno}`, 'sent')
      expect(mailsOf(`TLS ${deno}`)).toEqual([`by TLS from ${USER}: Enquiry: TLS ${deno}`])

      const testimonial = { name: 'Ann', location: 'NW3', text: `Good, ${deno}`, email: 'ann@example.com' }
      expect(await post(`${url}/submit-testimonial`, testimonial)).toMatchObject({
        status: 200,
        json: { ok: true, message: TESTIMONIAL_RECEIVED },
      })
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
      expect(await send(`${url}/auth-admin/admin/users`, { headers })).toMatchObject({
        status: 200,
        json: { users: expect.arrayContaining([expect.objectContaining({ id: admin.id })]) },
      })
      expect(await postJson(`${url}/publish`, { items: [], replaces: 0 }, { headers })).toMatchObject({
        status: 409,
        json: { error: { code: 'conflict' } },
      })
      const moderation = { action: 'delete', ids: [crypto.randomUUID()] }
      expect(await postJson(`${url}/moderate-reviews`, moderation, { headers })).toMatchObject({
        status: 200,
        json: { success: true, ids: [] },
      })
      expect(await postJson(`${url}/admin-email`, { kind: 'settings' }, { headers })).toMatchObject({
        status: 200,
        json: { settings: { mailFrom: FEWEST_SETTINGS.MAIL_FROM } },
      })
    })
  })

  test('is sent with STARTTLS', () =>
    withFunctions(deno, hosted('startTls'), async (url) => {
      await expectEnquiry(url, `STARTTLS ${deno}`, 'sent')
      expect(mailsOf(`STARTTLS ${deno}`)).toEqual([`by TLS from ${USER}: Enquiry: STARTTLS ${deno}`])
    }))

  test('is stored and marked as not sent when the password is wrong', () =>
    withFunctions(deno, hosted('tls', { SMTP_PASS: `wrong-${deno}` }), async (url) => {
      await expectEnquiry(url, `Wrong password ${deno}`, 'failed')
      expect(seen).toContain(`refused wrong-${deno}`)
      expect(mailsOf(`Wrong password ${deno}`)).toEqual([])
    }))

  test('gives no password to a server without TLS', () =>
    withFunctions(deno, hosted('clear'), async (url) => {
      await expectEnquiry(url, `Clear ${deno}`, 'failed')
      expect(mailsOf(`Clear ${deno}`)).toEqual([])
    }))

  test.each(['tls', 'startTls'] as const)('goes to no server whose certificate nobody vouches for: %s', (to) =>
    withFunctions(deno, hosted(to, { DENO_CERT: FOREIGN, SMTP_PASS: `kept-${deno}` }), async (url) => {
      await expectEnquiry(url, `Foreign ${to} ${deno}`, 'failed')
      expect(seen).not.toContain(`refused kept-${deno}`)
    }),
  )

  // Side by side: they only wait.
  describe.concurrent('to a mail server that hangs', () => {
    test('before its greeting is stored and marked as not sent', () =>
      withFunctions(deno, hosted('silent'), async (url) => {
        const before = seen.length
        await expectEnquiry(url, `Silence ${deno}`, 'failed')
        expect(seen.slice(before)).toContain('connected to the silent one')
      }))

    test('after the e-mail is stored and marked as not sent', () =>
      withFunctions(deno, hosted('tls'), async (url) => {
        const subject = `${TAKEN_NEVER} ${deno}`
        await expectEnquiry(url, subject, 'failed')
        expect(mailsOf(subject)).toHaveLength(1)
      }))
  })
})
