import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APPROVAL_MAIL_LIMITS } from '../../supabase/functions/_shared/contract/approval-mail.ts'
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
  admin = (await signedIn(server, 'approval-admin', { role: 'admin' })).token
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.6.${number}`
})

const email = () => `reviewer${number}@example.com`
const addReview = async (status = 'approved'): Promise<string> => {
  const [row] = await server.sql<{ id: string }>(
    `insert into reviews (name, location, text, rating, status, email)
     values ('Ann', 'NW3', $1, 5, $2, $3) returning id`,
    [crypto.randomUUID(), status, email()],
  )
  return row?.id ?? ''
}
const mail = (approvedReviewId: string, change: object = {}) => ({
  approvedReviewId,
  subject: 'Thank you for your feedback!',
  message: 'Dear Ann,\n<b>thank</b> you & yours 🙂',
  ...change,
})
const call = (body: unknown, token?: string) =>
  postJson(`${server.url}/functions/v1/send-email`, body, {
    from,
    headers: { apikey: server.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })
const thanksOf = async (target: TestServer, id: string) =>
  (
    await target.sql<{ thanked: boolean; failed: boolean }>(
      'select thanked_at is not null as thanked, thanks_failed_at is not null as failed from reviews where id = $1',
      [id],
    )
  )[0]
const refused = (status: number, code: string, fields?: string[]) => ({
  status,
  json: { success: false, error: { code, ...(fields && { fields }) } },
})

describe("an administrator's thanks to a reviewer", () => {
  test('goes to the e-mail address stored with the review, as text, and is answered to the company', async () => {
    const id = await addReview()
    expect(await call(mail(id), admin)).toMatchObject({
      status: 200,
      json: {
        success: true,
        message: `Email would be sent to ${email()}`,
        details: { id, recipient: email(), delivery: 'sent' },
      },
    })
    const [sent, ...others] = server.mails(email())
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      to: [email()],
      replyTo: expect.stringContaining(TEST_COMPANY.email),
      subject: 'Thank you for your feedback!',
    })
    expect(sent?.text).toContain('Dear Ann,\n<b>thank</b> you & yours 🙂')
    expect(sent?.html).toContain('Dear Ann,<br>&lt;b&gt;thank&lt;/b&gt; you &amp; yours 🙂')
    expect(await server.sql('select 1 from enquiries where email = $1', [email()])).toEqual([])
  })

  test('is recorded, and forgets an earlier failure', async () => {
    const id = await addReview()
    await server.sql('update reviews set thanks_failed_at = now() where id = $1', [id])
    expect(await call(mail(id), admin)).toMatchObject({ status: 200 })
    expect(await thanksOf(server, id)).toEqual({ thanked: true, failed: false })
  })

  test('goes out once, also when it is asked for again after a lost answer', async () => {
    const id = await addReview()
    for (const _ of ['first', 'again'])
      expect(await call(mail(id), admin)).toMatchObject({ status: 200, json: { details: { recipient: email() } } })
    expect(server.mails(email())).toHaveLength(1)
  })

  test('cannot be led to another e-mail address', async () => {
    const id = await addReview()
    const eve = { email: 'eve@example.com', toEmail: 'eve@example.com', recipient: 'eve@example.com' }
    expect(await call(mail(id, eve), admin)).toMatchObject({ status: 200, json: { details: { recipient: email() } } })
    expect(server.mails('eve@example.com')).toEqual([])
  })

  test('cannot add headers by a subject with line breaks', async () => {
    const id = await addReview()
    expect(await call(mail(id, { subject: 'Hello\r\nBcc: eve@example.com' }), admin)).toMatchObject({ status: 200 })
    expect(server.mails(email())[0]?.subject).toBe('Hello Bcc: eve@example.com')
    expect(server.mails('eve@example.com')).toEqual([])
  })

  test("is refused without an administrator's token", async () => {
    const id = await addReview()
    const member = await signedIn(server, 'approval-member')
    for (const token of [undefined, server.publishableKey, 'nonsense', member.token])
      expect(await call(mail(id), token)).toMatchObject(refused(403, 'not-allowed'))
    expect(server.mails(email())).toEqual([])
  })

  test.each(['pending', 'rejected'])('is refused while the review is %s', async (status) => {
    expect(await call(mail(await addReview(status)), admin)).toMatchObject(refused(403, 'not-allowed'))
    expect(server.mails(email())).toEqual([])
  })

  test('is refused for a review that does not exist', async () => {
    const answer = await call(mail(crypto.randomUUID()), admin)
    expect(answer).toMatchObject(refused(400, 'invalid', ['approvedReviewId']))
  })

  test.each([
    [{ approvedReviewId: 'x&status=eq.pending' }, 'approvedReviewId'],
    [{ approvedReviewId: null }, 'approvedReviewId'],
    [{ subject: ' ' }, 'subject'],
    [{ subject: 'x'.repeat(APPROVAL_MAIL_LIMITS.subject + 1) }, 'subject'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(APPROVAL_MAIL_LIMITS.message + 1) }, 'message'],
    [{ message: 7 }, 'message'],
  ])('is refused with %j', async (change, field) => {
    expect(await call(mail(await addReview(), change), admin)).toMatchObject(refused(400, 'invalid', [field]))
    expect(server.mails(email())).toEqual([])
  })

  test('goes out once when two administrators send it at the same moment, and the others are told', async () => {
    const id = await addReview()
    const answers = await Promise.all([1, 2, 3].map(() => call(mail(id), admin)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'conflict'))
    expect(server.mails(email())).toHaveLength(1)
  })

  test('can be sent after an attempt that never ended, but not at once', async () => {
    const id = await addReview()
    const claimed = (ago: string) =>
      server.sql('update reviews set thanks_claimed_at = now() - $2::interval where id = $1', [id, ago])
    await claimed('1 minute')
    expect(await call(mail(id), admin)).toMatchObject(refused(409, 'conflict'))
    await claimed('3 minutes')
    expect(await call(mail(id), admin)).toMatchObject({ status: 200 })
    expect(server.mails(email())).toHaveLength(1)
  })

  test("does not use up the visitors' allowance of the same IP address", async () => {
    const id = await addReview()
    expect(await call(mail(id), admin)).toMatchObject({ status: 200 })
    const buckets = await server.sql("select 1 from private.rate_limit_hits where bucket like 'send-email:%'")
    expect(buckets).toEqual([])
  })
})

test('with no mail server, the administrator is told that nothing was sent, which is recorded, and can try again', async () => {
  const broken = await startTestServer({ smtpDown: true })
  try {
    const { token } = await signedIn(broken, 'approval-broken', { role: 'admin' })
    const [row] = await broken.sql<{ id: string }>(
      `insert into reviews (name, location, text, rating, status, email)
       values ('Ann', 'NW3', 'Dry', 5, 'approved', 'ann@example.com') returning id`,
    )
    for (const _ of ['first', 'again']) {
      const answer = await postJson(`${broken.url}/functions/v1/send-email`, mail(row?.id ?? ''), {
        headers: { apikey: broken.publishableKey, authorization: `Bearer ${token}` },
      })
      expect(answer).toMatchObject(refused(502, 'delivery-failed'))
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|stack/)
    }
    expect(await thanksOf(broken, row?.id ?? '')).toEqual({ thanked: false, failed: true })
  } finally {
    await broken.stop()
  }
})
