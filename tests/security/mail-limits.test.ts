import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEND_EMAIL_LIMITS } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpCall, postJson } from '../support/backend-http.ts'

const attempt = countAttempts('mail limits')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const call = (body: object, from: string, options: HttpCall = {}) =>
  postJson(`${server.url}/functions/v1/send-email`, body, { from, ...options })
const share = (email: string) => ({ email, cardUrl: `${server.url}/business-card` })
let host = 0
const nextHost = () => `127.3.${Math.floor(++host / 250)}.${(host % 250) + 1}`

describe('under 200 requests at once', () => {
  const many = (send: (index: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 200 }, (_, index) => send(index)))
  const countRefused = (name: string, answers: { status: number }[], limit: number) => {
    const passed = answers.filter(({ status }) => status !== 429).length
    for (let index = limit; index < answers.length; index++) attempt(`${name} over the limit`, index < passed)
  }

  test('one IP address sends no more than its limit', async () => {
    const from = nextHost()
    const answers = await many((index) => call(share(`crowd${index}@example.com`), from))
    countRefused('one IP address', answers, SEND_EMAIL_LIMITS.ip.limit)
    const mails = server.mails().filter(({ to }) => to[0]?.startsWith('crowd'))
    expect(mails).toHaveLength(SEND_EMAIL_LIMITS.ip.limit)
  })

  test('one recipient gets no more than a day’s, from however many IP addresses and in any spelling', async () => {
    const spellings = ['flooded@example.com', 'Flooded@example.com', ' flooded@EXAMPLE.com ']
    const answers = await many((index) => call(share(spellings[index % 3] ?? ''), nextHost()))
    countRefused('one recipient', answers, SEND_EMAIL_LIMITS.recipient.limit)
    expect(server.mails('flooded@example.com')).toHaveLength(SEND_EMAIL_LIMITS.recipient.limit)
  })
})

test('headers that name another IP address do not count as one', async () => {
  const from = nextHost()
  const statuses: number[] = []
  for (let index = 0; index < 14; index++) {
    const other = `203.0.113.${index}`
    const headers = {
      'x-forwarded-for': other,
      'cf-connecting-ip': other,
      'x-real-ip': other,
      forwarded: `for=${other}`,
    }
    statuses.push(
      (
        await call(share(`spoofed${index}@example.com`), from, {
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status,
    )
  }
  for (const status of statuses.slice(SEND_EMAIL_LIMITS.ip.limit)) attempt('a made-up IP address', status !== 429)
})
