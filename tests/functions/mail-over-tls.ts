import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENQUIRY_STORED, TESTIMONIAL_RECEIVED, toSentMessage } from '../../supabase/functions/_shared/contract/reply.ts'
import { createFunctionRunner } from '../../supabase/local/functions/runner.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { createSignedInUser } from '../support/backend-users.ts'
import { makeCertificate } from '../support/certificate.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const root = path.resolve(import.meta.dirname, '../..')
const USER = 'mailer'
const PASSWORD = 'a-password-for-themailer'
const TAKEN_NEVER = 'Taken never'

/** Tests the functions on the Deno of this package. */
export const describeMailOverTls = (deno: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-mailer-'))
  const certificate = makeCertificate()
  // Each certificate is its own authority.
  const trusted = path.join(folder, 'trusted.pem')
  const foreign = path.join(folder, 'foreign.pem')
  writeFileSync(trusted, certificate.cert)
  writeFileSync(foreign, makeCertificate().cert)

  /** The text of an email, or the client's last step before one. */
  const seen: string[] = []
  const mailsOf = (subject: string) => seen.filter((line) => line.endsWith(`: Enquiry: ${subject}`))
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
    // The client distrusts the certificate or hangs up.
    server.on('error', () => {})
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return String((server.server.address() as AddressInfo).port)
  }

  let backend: TestServer
  let ports = { tls: '', startTls: '', clear: '', silent: '' }

  beforeAll(async () => {
    backend = await startTestServer()
    ports = {
      tls: await listen({ secure: true }),
      startTls: await listen({ secure: false }),
      clear: await listen({ secure: false, disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
      silent: await listen({ secure: true, onConnect: () => void seen.push('connected to the silent one') }),
    }
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(resolve))))
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const withFunctions = async (
    to: keyof typeof ports,
    change: Record<string, string>,
    act: (url: string) => Promise<void>,
  ) => {
    const env = () => ({
      ...FEWEST_SETTINGS,
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: backend.secretKey,
      // Some options that Deno lacks only matter for host names.
      SMTP_HOST: 'localhost',
      SMTP_PORT: ports[to],
      SMTP_SECURE: String(to === 'tls' || to === 'silent'),
      SMTP_USER: USER,
      SMTP_PASS: PASSWORD,
      DENO_CERT: trusted,
      ...change,
    })
    const runner = createFunctionRunner({ root, deno, env })
    try {
      await act(`http://127.0.0.1:${await runner.port()}`)
    } finally {
      runner.stop()
    }
  }
  const expectEnquiry = async (url: string, subject: string, delivery: 'sent' | 'failed') => {
    const enquiry = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', subject, cardUrl: 'Please call.' }
    const message = delivery === 'sent' ? toSentMessage(FEWEST_SETTINGS.COMPANY_EMAIL) : ENQUIRY_STORED
    const answer = await postJson(`${url}/send-email`, enquiry)
    expect(answer).toMatchObject({ status: 200, json: { success: true, message, details: { delivery } } })
    const stored = 'select delivery, delivered_at is not null as dated from enquiries where subject = $1'
    expect(await backend.sql(stored, [subject])).toEqual([{ delivery, dated: delivery === 'sent' }])
  }

  // They mostly wait.
  describe.concurrent('an enquiry', () => {
    test('all functions respond on Deno, and an enquiry is sent over implicit TLS', () =>
      withFunctions('tls', {}, async (url) => {
        await expectEnquiry(url, 'TLS', 'sent')
        expect(mailsOf('TLS')).toEqual([`by TLS from ${USER}: Enquiry: TLS`])

        const admin = await createSignedInUser(backend, 'admin', { role: 'admin' })
        const headers = { authorization: `Bearer ${admin.token}` }
        const testimonial = { name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' }
        for (const [name, body, answer] of [
          ['submit-testimonial', testimonial, { ok: true, message: TESTIMONIAL_RECEIVED }],
          ['rebuild', {}, { success: true, build: { state: 'current' } }],
          ['admin-email', { kind: 'settings' }, { settings: { smtpSignIn: true } }],
        ] as const)
          expect((await postJson(`${url}/${name}`, body, { headers })).json).toMatchObject(answer)
        const users = await send(`${url}/auth-admin/admin/users`, { headers })
        expect(users).toMatchObject({ status: 200, json: { users: [{ id: admin.id }] } })

        await expectEnquiry(url, TAKEN_NEVER, 'failed')
        expect(mailsOf(TAKEN_NEVER)).toHaveLength(1)
      }))

    test('sends an enquiry over STARTTLS', () =>
      withFunctions('startTls', {}, async (url) => {
        await expectEnquiry(url, 'STARTTLS', 'sent')
        expect(mailsOf('STARTTLS')).toEqual([`by TLS from ${USER}: Enquiry: STARTTLS`])
      }))

    test('stores an enquiry as failed when the SMTP password is wrong', () =>
      withFunctions('tls', { SMTP_PASS: 'wrong' }, async (url) => {
        await expectEnquiry(url, 'Wrong password', 'failed')
        expect(seen).toContain('refused wrong')
      }))

    test('does not send the SMTP password to a mail server without TLS', () =>
      withFunctions('clear', { SMTP_PASS: 'never in the clear' }, async (url) => {
        await expectEnquiry(url, 'Clear', 'failed')
        expect(seen).not.toContain('refused never in the clear')
      }))

    test.each(['tls', 'startTls'] as const)(
      "does not send an enquiry when the mail server's certificate is untrusted: %s",
      (to) =>
        withFunctions(to, { DENO_CERT: foreign, SMTP_PASS: 'kept' }, async (url) => {
          await expectEnquiry(url, `Foreign ${to}`, 'failed')
          expect(seen).not.toContain('refused kept')
        }),
    )

    test('stores an enquiry as failed when the mail server sends no greeting', () =>
      withFunctions('silent', {}, async (url) => {
        await expectEnquiry(url, 'Silence', 'failed')
        expect(seen).toContain('connected to the silent one')
      }))
  })
}
