import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEND_EMAIL_LIMITS } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpCall, postJson } from '../support/backend-http.ts'
import { callAs, createUser, signedIn, signIn } from '../support/backend-users.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ authLimits: true })
})
afterAll(() => server.stop())

const share = (email: string, options: HttpCall) =>
  postJson(
    `${server.url}/functions/v1/send-email`,
    { email, cardUrl: `${server.url}/business-card` },
    { from: '127.3.0.1', ...options },
  )
const atOnce = async (times: number, send: (index: number) => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => send(index)))
  return answers.map(({ status }) => status).sort()
}
const upTo = (limit: number, times: number) => [...Array(limit).fill(200), ...Array(times - limit).fill(429)]

test('of a hundred requests at once, one IP address sends no more than its limit, whatever it calls itself', async () => {
  const statuses = await atOnce(100, (index) => {
    const other = `203.0.113.${index}`
    const names = { 'x-forwarded-for': other, 'cf-connecting-ip': other, 'x-real-ip': other, forwarded: `for=${other}` }
    return share(`crowd${index}@example.com`, { headers: index % 2 ? names : {} })
  })
  expect(statuses).toEqual(upTo(SEND_EMAIL_LIMITS.ip.limit, 100))
  expect(server.mails()).toHaveLength(SEND_EMAIL_LIMITS.ip.limit)
})

test('one recipient gets no more than a day’s, from however many IP addresses and in any spelling', async () => {
  const spellings = ['flooded@example.com', 'Flooded@example.com', ' flooded@EXAMPLE.com ']
  const statuses = await atOnce(60, (index) => share(spellings[index % 3] ?? '', { from: `127.3.1.${index + 1}` }))
  expect(statuses).toEqual(upTo(SEND_EMAIL_LIMITS.recipient.limit, 60))
  expect(server.mails('flooded@example.com')).toHaveLength(SEND_EMAIL_LIMITS.recipient.limit)
})

test('guessing passwords is stopped after thirty from one IP address, and locks the owner out nowhere else', async () => {
  const { email, password } = await createUser(server, 'guessed')
  const headers = { apikey: server.publishableKey }
  const signIn = (guess: string, from: string) =>
    postJson(`${server.url}/auth/v1/token?grant_type=password`, { email, password: guess }, { from, headers })
  const refused = await atOnce(45, (index) => signIn(`guess-${index}`, '127.3.2.1'))
  expect(refused).toEqual([...Array(30).fill(400), ...Array(15).fill(429)])
  expect(await signIn(password, '127.3.2.2')).toMatchObject({ status: 200 })
})

test('a banned account is refused with its password, with its session and with its refresh token', async () => {
  const { id, email, password } = await createUser(server, 'banned')
  const signIn = (grant: string, body: object) =>
    callAs(server, 'visitor', `/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })
  const { body } = await signIn('password', { email, password })
  const { access_token: token, refresh_token } = body as Record<'access_token' | 'refresh_token', string>
  await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])
  for (const answer of [
    await signIn('password', { email, password }),
    await signIn('refresh_token', { refresh_token }),
    await callAs(server, { token }, '/auth/v1/user'),
  ])
    expect(answer.body).toMatchObject({ error_code: 'user_banned' })
})

test('a password of more bytes than are compared is refused, and the old one stays', async () => {
  const member = await signedIn(server, 'long-winded')
  for (const password of ['x'.repeat(73), 'ü'.repeat(37)])
    expect(await callAs(server, member, '/auth/v1/user', { method: 'PUT', body: { password } })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  await signIn(server, member)
})
