import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVITATION_DAYS, INVITATION_RATES } from '../../supabase/functions/_shared/contract/invitation.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

let server: TestServer
let admin: string
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  admin = (await signedIn(server, 'inviting-admin', { role: 'admin' })).token
})
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  from = `127.0.7.${number}`
  await server.sql(`delete from private.rate_limit_hits where bucket like 'review-invitation%'`)
})

const email = () => `customer${number}@example.com`
const person = (change: object = {}) => ({
  kind: 'invite',
  name: 'Ann <b>Shaw</b>',
  email: email(),
  location: 'Camden',
  ...change,
})
const again = (id: unknown) => ({ kind: 'resend-invitation', id })
const call = (body: unknown, token: string | undefined = admin, target = server) =>
  postJson(`${target.url}/functions/v1/admin-email`, body, {
    from,
    headers: { apikey: target.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })
const refused = (status: number, code: string, fields?: string[]) => ({
  status,
  json: { success: false, error: { code, ...(fields && { fields }) } },
})

type Stored = { id: string; token_hash: string; delivery: string; sent_at: string | null; expires_at: string }
const stored = async (target = server) =>
  (
    await target.sql<Stored & Record<string, unknown>>(
      'select * from review_invitations where email = $1 order by created_at',
      [email()],
    )
  )[0]
const linkIn = (text: string | undefined) => /http\S+#invitation=([\w-]+)/.exec(text ?? '')
const newestToken = () => linkIn(server.mails(email())[0]?.text)?.[1] ?? ''
const stateOf = async (token: string) =>
  (
    await postJson(
      `${server.url}/rest/v1/rpc/review_invitation`,
      { p_token: token },
      {
        headers: { apikey: server.publishableKey },
      },
    )
  ).json
const testify = (invitation: string, change: object = {}) =>
  postJson(
    `${server.url}/api/submit-testimonial`,
    { name: 'Ann', location: 'Camden', text: `Dry ${number}`, email: email(), ...change },
    { from, headers: { 'review-invitation': invitation } },
  )
const reviews = () =>
  server.sql<{ text: string; verified: boolean }>('select text, verified from reviews where email = $1', [email()])

describe('an invitation', () => {
  test('brings a personal link to the form, and is answered to the company', async () => {
    expect(await call(person())).toMatchObject({
      status: 200,
      json: { success: true, details: { recipient: email(), delivery: 'sent' } },
    })
    const [mail, ...others] = server.mails(email())
    expect(others).toEqual([])
    expect(mail?.replyTo).toContain(TEST_COMPANY.email)
    expect(mail?.text).toContain('Dear Ann <b>Shaw</b>,')
    expect(mail?.html).toContain('Dear Ann &lt;b&gt;Shaw&lt;/b&gt;,')
    const link = new URL(linkIn(mail?.text)?.[0] ?? '')
    expect(link.pathname + link.search).toBe('/testimonials')
    expect(mail?.html).toContain(link.href)
    expect(await stateOf(newestToken())).toEqual({
      state: 'open',
      name: 'Ann <b>Shaw</b>',
      email: email(),
      location: 'Camden',
    })
  })

  test('has 256 random bits, which are stored as their hash alone', async () => {
    await call(person())
    const token = newestToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const row = await stored()
    expect(row).toMatchObject({
      token_hash: createHash('sha256').update(token).digest('hex'),
      delivery: 'sent',
      answered_at: null,
    })
    expect(JSON.stringify(row)).not.toContain(token)
    const days = (Date.parse(row?.expires_at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(INVITATION_DAYS)
    expect(server.mails(email())[0]?.text).toContain(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(
        new Date(row?.expires_at ?? ''),
      ),
    )
  })

  test('needs no place', async () => {
    const { location: _, ...short } = person()
    expect(await call(short)).toMatchObject({ status: 200 })
    expect(await stored()).toMatchObject({ location: '' })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ email: 'ann' }, 'email'],
    [{ email: 'ann@example.com,eve@example.com' }, 'email'],
    [{ location: 'x'.repeat(101) }, 'location'],
    [{ kind: 'invitation' }, 'kind'],
  ])('is refused with %j', async (change, field) => {
    expect(await call(person(change))).toMatchObject(refused(400, 'invalid', [field]))
    expect(await stored()).toBeUndefined()
  })

  test('cannot choose its columns or add headers', async () => {
    const greedy = { name: 'Ann\r\nBcc: eve@example.com', token_hash: 'f'.repeat(64), answered_at: '2020-01-01' }
    expect(await call(person(greedy))).toMatchObject({ status: 200 })
    expect((await stored())?.token_hash).not.toBe(greedy.token_hash)
    expect(server.mails('eve@example.com')).toEqual([])
  })

  test('is not made twice while the first is unanswered, and the second try uses up nothing', async () => {
    expect(await call(person())).toMatchObject({ status: 200 })
    for (let tries = 0; tries < INVITATION_RATES.recipient.limit; tries++)
      expect(await call(person({ email: email().toUpperCase() }))).toMatchObject(refused(409, 'conflict'))
    expect(server.mails(email())).toHaveLength(1)
    expect(await call(again((await stored())?.id))).toMatchObject({ status: 200 })
  })
})

describe('sending again', () => {
  test('makes a new link and new days, and ends the old link', async () => {
    await call(person())
    const old = newestToken()
    await server.sql('update review_invitations set expires_at = now() where email = $1', [email()])
    expect(await stateOf(old)).toEqual({ state: 'expired' })
    expect(await call(again((await stored())?.id))).toMatchObject({ status: 200 })
    expect(newestToken()).not.toBe(old)
    expect(await stateOf(old)).toEqual({ state: 'unknown' })
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
  })

  test.each(['answered_at', 'withdrawn_at'])('is refused once %s is set', async (column) => {
    await call(person())
    await server.sql(`update review_invitations set ${column} = now() where email = $1`, [email()])
    expect(await call(again((await stored())?.id))).toMatchObject(refused(409, 'conflict'))
    expect(server.mails(email())).toHaveLength(1)
  })

  test('is refused for what does not exist', async () => {
    expect(await call(again(crypto.randomUUID()))).toMatchObject(refused(404, 'not-found'))
    expect(await call(again('x'))).toMatchObject(refused(400, 'invalid', ['id']))
  })
})

describe('the limits', () => {
  test('let three invitations to one person through in a month, whatever the mailbox is called', async () => {
    await call(person())
    const { id } = (await stored()) ?? {}
    for (let sent = 1; sent < INVITATION_RATES.recipient.limit; sent++)
      expect(await call(again(id))).toMatchObject({ status: 200 })
    const answer = await call(again(id))
    expect(answer).toMatchObject(refused(429, 'rate-limited'))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(29 * 86_400)
    const alias = email().replace('@', '+again@')
    expect(await call(person({ email: alias }))).toMatchObject(refused(429, 'rate-limited'))
    expect(server.mails(email())).toHaveLength(INVITATION_RATES.recipient.limit)
    expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
    const day = await server.sql(`select 1 from private.rate_limit_hits where bucket like 'review-invitation:%'`)
    expect(day).toHaveLength(INVITATION_RATES.recipient.limit)
  })

  test('let fifty through in a day', async () => {
    // The bucket's name is made by the first one.
    await call(person())
    await server.sql(
      `insert into private.rate_limit_hits (bucket, hit_at, expires_at)
       select b.bucket, now(), now() + interval '1 day' from generate_series(1, $1::int), (
         select bucket from private.rate_limit_hits where bucket like 'review-invitation:%' limit 1
       ) b`,
      [INVITATION_RATES.all.limit - 2],
    )
    expect(await call(person({ email: `fiftieth${number}@example.com` }))).toMatchObject({ status: 200 })
    const late = `late${number}@example.com`
    expect(await call(person({ email: late }))).toMatchObject(refused(429, 'rate-limited'))
    expect(server.mails(late)).toEqual([])
  })

  test('store no addresses', async () => {
    await call(person())
    const buckets = await server.sql<{ bucket: string }>(
      `select bucket from private.rate_limit_hits where bucket like 'review-invitation%'`,
    )
    expect(buckets).toHaveLength(2)
    for (const { bucket } of buckets) expect(bucket).toMatch(/^review-invitation(-recipient)?:[0-9a-f]{64}$/)
  })
})

describe('a testimonial sent through an invitation', () => {
  beforeEach(() => call(person()))

  test('is verified, and the owner is told so', async () => {
    expect(await testify(newestToken())).toMatchObject({ status: 200, json: { ok: true } })
    expect(await reviews()).toEqual([{ text: `Dry ${number}`, verified: true }])
    const notice = server.mails(TEST_COMPANY.email).find(({ text }) => text.includes(email()))
    expect(notice?.text).toContain('Verified customer: Yes')
    expect(await stateOf(newestToken())).toEqual({ state: 'answered' })
  })

  test('is stored, verified and mailed once by a double click and by a repeat after a lost answer', async () => {
    const token = newestToken()
    const answers = [...(await Promise.all([testify(token), testify(token)])), await testify(token)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, json: { ok: true } })
    expect(await reviews()).toEqual([{ text: `Dry ${number}`, verified: true }])
    expect(server.mails(TEST_COMPANY.email).filter(({ text }) => text.includes(email()))).toHaveLength(1)
  })

  test('is an ordinary one the second time', async () => {
    await testify(newestToken())
    await testify(newestToken(), { text: 'And another thing' })
    expect(await reviews()).toContainEqual({ text: 'And another thing', verified: false })
  })

  test.each(['', 'x', 'A'.repeat(43), "'; drop table reviews; --", 'x'.repeat(10_000)])(
    'is an ordinary one with the token %j',
    async (token) => {
      expect(await testify(token)).toMatchObject({ status: 200, json: { ok: true } })
      expect(await reviews()).toEqual([{ text: `Dry ${number}`, verified: false }])
      expect(await stateOf(newestToken())).toMatchObject({ state: 'open' })
    },
  )

  test('cannot call itself verified', async () => {
    await testify('', { verified: true })
    expect(await reviews()).toEqual([{ text: `Dry ${number}`, verified: false }])
  })
})

describe('while no mail server answers', () => {
  let broken: TestServer
  let owner: string
  beforeAll(async () => {
    broken = await startTestServer({ smtpDown: true })
    owner = (await signedIn(broken, 'inviting-broken', { role: 'admin' })).token
  })
  afterAll(() => broken.stop())

  test('an invitation is kept as failed, and trying again uses up nothing', async () => {
    const answer = await call(person(), owner, broken)
    expect(answer).toMatchObject(refused(502, 'delivery-failed'))
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|stack/)
    const row = await stored(broken)
    expect(row).toMatchObject({ delivery: 'failed', sent_at: null })
    for (let tries = 0; tries < INVITATION_RATES.recipient.limit + 1; tries++)
      expect(await call(again(row?.id), owner, broken)).toMatchObject(refused(502, 'delivery-failed'))
    expect(await broken.sql('select 1 from private.rate_limit_hits')).toEqual([])
  })

  test('a link that went out before goes on working', async () => {
    const hash = 'a'.repeat(64)
    const [row] = await broken.sql<{ id: string }>(
      `insert into review_invitations (name, email, token_hash, delivery, sent_at)
       values ('Ann', $1, $2, 'sent', now()) returning id`,
      [email(), hash],
    )
    expect(await call(again(row?.id), owner, broken)).toMatchObject(refused(502, 'delivery-failed'))
    expect(await stored(broken)).toMatchObject({ token_hash: hash, delivery: 'failed' })
  })
})
