import { createUserSchema, inviteSchema, PASSWORD_MAX_BYTES, updateUserSchema } from '@contract/auth-admin'
import {
  BUSINESS_CARD_PATH,
  ENQUIRY_LIMITS,
  RECAPTCHA_BYPASS_TOKEN,
  sendEmailRequestSchema,
  sendEmailSchema,
} from '@contract/enquiry'
import { INVITATION_HEADER, invitationLink, invitationToken } from '@contract/invitation'
import { EARLIER_HONEYPOT_FIELD, HONEYPOT_FIELD, REVIEW_LIMITS, submitTestimonialSchema } from '@contract/review'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RATINGS } from '@/domain/ratings'
import { paths } from '@/paths'

const testimonial = { name: 'Nadia', location: 'Camden', text: 'Dry.', email: 'nadia@example.com' }
const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

const { message: cardUrl, ...limits } = ENQUIRY_LIMITS
it.each([
  ...Object.entries(REVIEW_LIMITS).map(
    (limit) => ['testimonial', ...limit, submitTestimonialSchema, testimonial] as const,
  ),
  ...Object.entries({ ...limits, cardUrl, recaptchaToken: 4_096 }).map(
    (limit) => ['request', ...limit, sendEmailSchema, {}] as const,
  ),
])('a %s limits its %s to %i characters', (_, name, limit, schema, others) => {
  const takes = (length: number) => accepts(schema, { ...others, [name]: 'x'.repeat(length) })
  expect([takes(limit), takes(limit + 1)]).toEqual([true, false])
})

describe('testimonial schema', () => {
  const takes = (change: object) => accepts(submitTestimonialSchema, { ...testimonial, ...change })

  it('a testimonial defaults to five stars from the website and ignores forged fields', () => {
    const forged = { ...testimonial, status: 'approved', id: '1', approval_hash: 'x', title: 'x' }
    const parsed = { ...testimonial, rating: 5, source: 'Website', caughtAsSpam: false }
    expect(v.parse(submitTestimonialSchema, forged)).toEqual(parsed)
  })

  it.each([HONEYPOT_FIELD, EARLIER_HONEYPOT_FIELD])('a testimonial is spam when %s is filled in', (field) => {
    const caught = (filled: string) =>
      v.parse(submitTestimonialSchema, { ...testimonial, [field]: filled }).caughtAsSpam
    expect(['', 'https://www.example.com'].map(caught)).toEqual([false, true])
  })

  it('a testimonial accepts one to five whole stars and only known sources', () => {
    const ratings = [0, 1, 2, 2.5, 3, 4, 5, 6, '5', null, Number.NaN, Number.POSITIVE_INFINITY, [5]]
    expect(ratings.filter((rating) => takes({ rating }))).toEqual([1, 2, 3, 4, 5])
    expect(RATINGS).toEqual([1, 2, 3, 4, 5])
    const sources = ['Google', 'Website', 'Facebook', 'website', '']
    expect(sources.filter((source) => takes({ source }))).toEqual(['Google', 'Website', 'Facebook'])
  })

  it.each(Object.keys(testimonial))('a testimonial without its %s is rejected', (name) => {
    expect([undefined, ' '].filter((missing) => takes({ [name]: missing }))).toEqual([])
  })

  it('an invitation token is read from the header only if it is well-formed', () => {
    const token = `${'aZ09_-'.repeat(7)}x`
    const read = (value: string) => invitationToken(new Headers({ [INVITATION_HEADER]: value }))
    expect(read(token)).toBe(token)
    for (const wrong of [`${token}x`, token.slice(1), `${token.slice(1)}!`]) expect(read(wrong)).toBe('')
    expect(invitationToken(new Headers())).toBe('')
    expect(invitationLink('https://a.example', token)).toBe(`https://a.example/testimonials#invitation=${token}`)
  })
})

describe('email request schema', () => {
  it('every field of an email request is optional and defaults to empty', () => {
    expect(BUSINESS_CARD_PATH).toBe(paths.businessCard.href)
    const names = 'email cardUrl name phone subject fromEmail toEmail source recaptchaToken domain'.split(' ')
    const filled = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
    for (const body of [{}, { ...filled(null), isContactForm: null }])
      expect(v.parse(sendEmailSchema, body)).toEqual({ ...filled(''), isContactForm: false })
  })

  it.each(['email', 'fromEmail', 'toEmail'])('an email request rejects an invalid address in %s', (name) => {
    for (const wrong of ['pat', 'a@example.com,b@example.com'])
      expect(accepts(sendEmailSchema, { [name]: wrong })).toBe(false)
  })

  it('an email request strips line breaks from its subject and requires a boolean isContactForm', () => {
    const { subject } = v.parse(sendEmailSchema, { subject: 'Hello\r\nBcc: eve@example.com' })
    expect(subject).toBe('Hello Bcc: eve@example.com')
    for (const isContactForm of ['true', 1]) expect(accepts(sendEmailSchema, { isContactForm })).toBe(false)
  })
})

describe('send-email request kinds', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const card = { email: 'pat@example.com', cardUrl: 'https://www.example.com/business-card' }
  const enquiry = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: 'Hello' }
  const test = { ...enquiry, recaptchaToken: RECAPTCHA_BYPASS_TOKEN }
  const approval = { approvedReviewId: id, subject: 'Thank you', message: 'Dear Ann' }

  it.each([
    ['card', card],
    ['enquiry', enquiry],
    ['test', test],
    ['test', { ...card, recaptchaToken: RECAPTCHA_BYPASS_TOKEN }],
    ['approval', approval],
    ['approval', { ...approval, ...test }],
  ])('send-email recognises a request of kind %s in %j', (kind, body) => {
    expect(v.parse(sendEmailRequestSchema, body).kind).toBe(kind)
  })

  it('a card has a recipient, but an enquiry cannot choose its mailbox', () => {
    const toOther = v.parse(sendEmailRequestSchema, { ...card, toEmail: 'to@example.com' })
    expect(toOther).toMatchObject({ recipient: 'to@example.com' })
    expect(v.parse(sendEmailRequestSchema, card)).toMatchObject({ recipient: 'pat@example.com' })
    const parsed = v.parse(sendEmailRequestSchema, { ...enquiry, email: 'office@example.com' })
    expect(parsed).toMatchObject({ email: 'ann@example.com', message: 'Hello' })
    expect(JSON.stringify(parsed)).not.toContain('office@example.com')
  })

  it.each([
    [{ cardUrl: card.cardUrl }, 'email'],
    [{ ...card, cardUrl: null }, 'cardUrl'],
    [{ ...enquiry, cardUrl: ' ' }, 'cardUrl'],
    [{ ...enquiry, name: ' ' }, 'name'],
    [{ ...enquiry, fromEmail: '' }, 'fromEmail'],
    [{ ...card, isContactForm: 'true' }, 'isContactForm'],
    [{ ...approval, approvedReviewId: null }, 'approvedReviewId'],
  ])('send-email rejects the body %j because of its %s', (body, field) => {
    const result = v.safeParse(sendEmailRequestSchema, body)
    expect([...new Set(result.issues?.map((issue) => issue.path?.[0]?.key))]).toEqual([field])
  })

  it('send-email rejects a body that is not an object', () => {
    expect([undefined, null, 'text', []].filter((body) => accepts(sendEmailRequestSchema, body))).toEqual([])
  })
})

it('created accounts are confirmed, invited ones keep their role, and passwords have a byte limit', () => {
  const user = { email: 'new@example.com', password: 'x'.repeat(PASSWORD_MAX_BYTES) }
  const role = { role: 'admin' }
  expect(v.parse(createUserSchema, { ...user, user_metadata: role })).toEqual({ ...user, email_confirm: true })
  expect(v.parse(inviteSchema, { email: user.email, data: role })).toEqual({ email: user.email, data: role })
  const inBytes = 'ä'.repeat(PASSWORD_MAX_BYTES / 2 + 1)
  expect(accepts(createUserSchema, { ...user, password: inBytes })).toBe(false)
})

it("only a user's role can be changed", () => {
  const change = { user_metadata: { role: null, name: 'x' }, email: 'other@example.com', app_metadata: {} }
  expect(v.parse(updateUserSchema, change)).toEqual({ user_metadata: { role: null } })
  for (const nothing of [{}, { user_metadata: {} }]) expect(accepts(updateUserSchema, nothing)).toBe(false)
})
