import { createUserSchema, PASSWORD_MAX_BYTES, updateUserSchema } from '@contract/auth-admin'
import {
  BUSINESS_CARD_PATH,
  ENQUIRY_LIMITS,
  RECAPTCHA_BYPASS_TOKEN,
  sendEmailRequestSchema,
  sendEmailSchema,
} from '@contract/enquiry'
import { FUNCTION_ERROR_CODES, FUNCTION_MESSAGES } from '@contract/reply'
import { HONEYPOT_FIELD, REVIEW_LIMITS, submitTestimonialSchema, testimonialFormSchema } from '@contract/review'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { paths } from '@/paths'

const testimonial = { name: 'Nadia', location: 'Camden', text: 'Dry.', email: 'nadia@example.com' }
const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success
const without = (name: string, from: object) => Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))

describe('a testimonial', () => {
  it('gets five stars and the source Website unless it says otherwise', () => {
    expect(v.parse(submitTestimonialSchema, testimonial)).toEqual({
      ...testimonial,
      rating: 5,
      source: 'Website',
      [HONEYPOT_FIELD]: '',
    })
  })

  it.each([1, 2, 3, 4, 5])('may have %i stars', (rating) => {
    expect(v.parse(testimonialFormSchema, { ...testimonial, rating }).rating).toBe(rating)
  })

  it.each([0, 6, -1, 2.5, '5', null, Number.NaN, Number.POSITIVE_INFINITY, true, [5]])(
    'may not have %j stars',
    (rating) => {
      expect(accepts(testimonialFormSchema, { ...testimonial, rating })).toBe(false)
    },
  )

  it.each(Object.keys(testimonial))('needs its %s', (name) => {
    expect(accepts(submitTestimonialSchema, without(name, testimonial))).toBe(false)
    expect(accepts(submitTestimonialSchema, { ...testimonial, [name]: ' ' })).toBe(false)
  })

  it.each(Object.entries(REVIEW_LIMITS))('holds a %s of %i characters and no more', (name, limit) => {
    expect(accepts(submitTestimonialSchema, { ...testimonial, [name]: 'x'.repeat(limit) })).toBe(true)
    expect(accepts(submitTestimonialSchema, { ...testimonial, [name]: 'x'.repeat(limit + 1) })).toBe(false)
  })

  it.each(['Google', 'Website', 'Facebook'])('may come from %s', (source) => {
    expect(v.parse(submitTestimonialSchema, { ...testimonial, source }).source).toBe(source)
  })

  it('comes from nowhere else', () => {
    expect(accepts(submitTestimonialSchema, { ...testimonial, source: 'website' })).toBe(false)
    expect(accepts(submitTestimonialSchema, { ...testimonial, source: '' })).toBe(false)
  })

  it('cannot bring its own status, id or hash', () => {
    const forged = { ...testimonial, status: 'approved', id: '1', approval_hash: 'x', title: 'x' }
    expect(Object.keys(v.parse(submitTestimonialSchema, forged)).sort()).toEqual(
      [...Object.keys(testimonial), 'rating', 'source', HONEYPOT_FIELD].sort(),
    )
  })

  it.each([undefined, null, 'text', 5, []])('is not %j', (value) => {
    expect(accepts(submitTestimonialSchema, value)).toBe(false)
  })
})

describe('an e-mail request', () => {
  it('shares the page on which the site shows the card', () => {
    expect(BUSINESS_CARD_PATH).toBe(paths.businessCard.href)
  })

  it.each([{}, { cardUrl: null, recaptchaToken: null, isContactForm: null, name: null, toEmail: null }])(
    'needs no field: %j is an empty one',
    (body) => {
      expect(v.parse(sendEmailSchema, body)).toEqual({
        email: '',
        cardUrl: '',
        isContactForm: false,
        name: '',
        phone: '',
        subject: '',
        fromEmail: '',
        toEmail: '',
        source: '',
        recaptchaToken: '',
        domain: '',
      })
    },
  )

  it.each(['email', 'fromEmail', 'toEmail'])('refuses a %s that is no e-mail address', (name) => {
    expect(accepts(sendEmailSchema, { cardUrl: 'x', [name]: 'pat' })).toBe(false)
    expect(accepts(sendEmailSchema, { cardUrl: 'x', [name]: 'a@example.com,b@example.com' })).toBe(false)
  })

  it.each([
    ['cardUrl', ENQUIRY_LIMITS.message],
    ['name', ENQUIRY_LIMITS.name],
    ['phone', ENQUIRY_LIMITS.phone],
    ['subject', ENQUIRY_LIMITS.subject],
    ['source', ENQUIRY_LIMITS.source],
    ['domain', ENQUIRY_LIMITS.domain],
    ['recaptchaToken', 4_096],
  ])('holds a %s of %i characters and no more', (name, limit) => {
    expect(accepts(sendEmailSchema, { cardUrl: 'x', [name]: 'x'.repeat(limit) })).toBe(true)
    expect(accepts(sendEmailSchema, { cardUrl: 'x', [name]: 'x'.repeat(limit + 1) })).toBe(false)
  })

  it.each(['true', 1])('does not take %j for the contact-form mark', (isContactForm) => {
    expect(accepts(sendEmailSchema, { cardUrl: 'x', isContactForm })).toBe(false)
  })

  it('keeps a subject on one line', () => {
    const { subject } = v.parse(sendEmailSchema, { cardUrl: 'x', subject: 'Hello\r\nBcc: eve@example.com' })
    expect(subject).toBe('Hello Bcc: eve@example.com')
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
    expect(v.parse(sendEmailRequestSchema, { ...card, toEmail: 'to@example.com' })).toMatchObject({
      recipient: 'to@example.com',
    })
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

  it.each([undefined, null, 'text', 5, []])('is refused where it is %j', (body) => {
    expect(accepts(sendEmailRequestSchema, body)).toBe(false)
  })
})

describe('a user an administrator makes', () => {
  const user = { email: 'new@example.com', password: 'long enough' }

  it('is confirmed and has no role unless the request says otherwise', () => {
    expect(v.parse(createUserSchema, user)).toEqual({ ...user, email_confirm: true, user_metadata: {} })
    expect(v.parse(createUserSchema, { ...user, user_metadata: { role: 'admin' } }).user_metadata).toEqual({
      role: 'admin',
    })
  })

  it('cannot have a password longer than the hash reads, counted in bytes', () => {
    expect(accepts(createUserSchema, { ...user, password: 'x'.repeat(PASSWORD_MAX_BYTES) })).toBe(true)
    expect(accepts(createUserSchema, { ...user, password: 'ä'.repeat(PASSWORD_MAX_BYTES / 2 + 1) })).toBe(false)
  })

  it('can be changed in nothing but the role', () => {
    const change = {
      user_metadata: { role: null, name: 'x' },
      email: 'other@example.com',
      password: 'x',
      app_metadata: {},
    }
    expect(v.parse(updateUserSchema, change)).toEqual({ user_metadata: { role: null } })
    expect(accepts(updateUserSchema, {})).toBe(false)
    expect(accepts(updateUserSchema, { user_metadata: {} })).toBe(false)
  })
})

describe('the sentences of the functions', () => {
  it('exist for every code, each a sentence of its own', () => {
    expect(Object.keys(FUNCTION_MESSAGES).sort()).toEqual([...FUNCTION_ERROR_CODES].sort())
    const sentences = Object.values(FUNCTION_MESSAGES)
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Zr].*\.$/)
  })
})
