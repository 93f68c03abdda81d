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
])('a %s holds a %s of %i characters and no more', (_, name, limit, schema, others) => {
  const takes = (length: number) => accepts(schema, { ...others, [name]: 'x'.repeat(length) })
  expect([takes(limit), takes(limit + 1)]).toEqual([true, false])
})

describe('a testimonial', () => {
  const takes = (change: object) => accepts(submitTestimonialSchema, { ...testimonial, ...change })

  it('gets five stars and the source Website unless it says otherwise, and cannot bring its own status or hash', () => {
    const forged = { ...testimonial, status: 'approved', id: '1', approval_hash: 'x', title: 'x' }
    const parsed = { ...testimonial, rating: 5, source: 'Website', caughtAsSpam: false }
    expect(v.parse(submitTestimonialSchema, forged)).toEqual(parsed)
  })

  it.each([HONEYPOT_FIELD, EARLIER_HONEYPOT_FIELD])('is caught as spam where %s is filled in', (field) => {
    const caught = (filled: string) =>
      v.parse(submitTestimonialSchema, { ...testimonial, [field]: filled }).caughtAsSpam
    expect(['', 'https://www.example.com'].map(caught)).toEqual([false, true])
  })

  it('may have one to five whole stars, and come from Google, the website or Facebook', () => {
    const ratings = [0, 1, 2, 2.5, 3, 4, 5, 6, '5', null, Number.NaN, Number.POSITIVE_INFINITY, [5]]
    expect(ratings.filter((rating) => takes({ rating }))).toEqual([1, 2, 3, 4, 5])
    expect(RATINGS).toEqual([1, 2, 3, 4, 5])
    const sources = ['Google', 'Website', 'Facebook', 'website', '']
    expect(sources.filter((source) => takes({ source }))).toEqual(['Google', 'Website', 'Facebook'])
  })

  it.each(Object.keys(testimonial))('needs its %s', (name) => {
    expect([undefined, ' '].filter((missing) => takes({ [name]: missing }))).toEqual([])
  })

  it('is sent with the token of an invitation, or with none where that is malformed', () => {
    const token = `${'aZ09_-'.repeat(7)}x`
    const read = (value: string) => invitationToken(new Headers({ [INVITATION_HEADER]: value }))
    expect(read(token)).toBe(token)
    for (const wrong of [`${token}x`, token.slice(1), `${token.slice(1)}!`]) expect(read(wrong)).toBe('')
    expect(invitationToken(new Headers())).toBe('')
    expect(invitationLink('https://a.example', token)).toBe(`https://a.example/testimonials#invitation=${token}`)
  })
})

describe('an email request', () => {
  it('shares the page on which the site shows the card, and needs no field: missing and null ones are empty', () => {
    expect(BUSINESS_CARD_PATH).toBe(paths.businessCard.href)
    const names = 'email cardUrl name phone subject fromEmail toEmail source recaptchaToken domain'.split(' ')
    const filled = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
    for (const body of [{}, { ...filled(null), isContactForm: null }])
      expect(v.parse(sendEmailSchema, body)).toEqual({ ...filled(''), isContactForm: false })
  })

  it.each(['email', 'fromEmail', 'toEmail'])('refuses a %s that is no email address', (name) => {
    for (const wrong of ['pat', 'a@example.com,b@example.com'])
      expect(accepts(sendEmailSchema, { [name]: wrong })).toBe(false)
  })

  it('keeps a subject on one line, and takes no word for the contact-form mark', () => {
    const { subject } = v.parse(sendEmailSchema, { subject: 'Hello\r\nBcc: eve@example.com' })
    expect(subject).toBe('Hello Bcc: eve@example.com')
    for (const isContactForm of ['true', 1]) expect(accepts(sendEmailSchema, { isContactForm })).toBe(false)
  })
})

describe('what the send-email function is asked for', () => {
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
  ])('is a %s where the body is %j', (kind, body) => {
    expect(v.parse(sendEmailRequestSchema, body).kind).toBe(kind)
  })

  it('names the recipient of a card and who is answered, but no mailbox for an enquiry', () => {
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
  ])('is refused where it is %j, at %s', (body, field) => {
    const result = v.safeParse(sendEmailRequestSchema, body)
    expect([...new Set(result.issues?.map((issue) => issue.path?.[0]?.key))]).toEqual([field])
  })

  it('is an object', () => {
    expect([undefined, null, 'text', []].filter((body) => accepts(sendEmailRequestSchema, body))).toEqual([])
  })
})

it('a user is made confirmed, with a password the hash reads, and invited without a role unless it is named', () => {
  const user = { email: 'new@example.com', password: 'x'.repeat(PASSWORD_MAX_BYTES) }
  const role = { role: 'admin' }
  expect(v.parse(createUserSchema, { ...user, user_metadata: role })).toEqual({ ...user, email_confirm: true })
  expect(v.parse(inviteSchema, { email: user.email, data: role })).toEqual({ email: user.email, data: role })
  const inBytes = 'ä'.repeat(PASSWORD_MAX_BYTES / 2 + 1)
  expect(accepts(createUserSchema, { ...user, password: inBytes })).toBe(false)
})

it('a user can be changed in nothing but the role', () => {
  const change = { user_metadata: { role: null, name: 'x' }, email: 'other@example.com', app_metadata: {} }
  expect(v.parse(updateUserSchema, change)).toEqual({ user_metadata: { role: null } })
  for (const nothing of [{}, { user_metadata: {} }]) expect(accepts(updateUserSchema, nothing)).toBe(false)
})
