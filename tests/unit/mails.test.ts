import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../supabase/functions/_shared/env.ts'
import {
  approvalMail,
  businessCardMail,
  enquiryMail,
  factorRemovedMail,
  invitationMail,
  replyMail,
  testimonialMail,
  withdrawnMail,
} from '../../supabase/functions/_shared/mails.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const HOSTILE = `"><script>it's & ${'x'.repeat(300)}`
const ESCAPED = HOSTILE.replace('"><script>it\'s &', '&quot;&gt;&lt;script&gt;it&#39;s &amp;')
const WORDS = `First line\nhttps://evil.example\n${HOSTILE}`

const siteUrl = 'https://site.example'
const settings = readSettings({ ...FEWEST_SETTINGS, SITE_URL: siteUrl, COMPANY_NAME: HOSTILE, FOUNDER_NAME: HOSTILE })
const [email, name, link] = ['ann@example.com', HOSTILE, `${siteUrl}/admin/approve-testimonial?id=1&hash=2`]
const review = { name, email, location: HOSTILE, text: WORDS }
const testimonial = { ...review, rating: 4, source: 'Website', verified: true } as const
const enquiry = {
  ...{ id: '1', kind: 'contact', domain: '', delivery: 'sent', created_at: '' },
  ...{ attempted_at: null, delivered_at: null, photo_set: null, photos: [] },
  ...{ status: 'new', status_changes: [], note: '' },
  ...{ name, email, phone: HOSTILE, subject: HOSTILE, message: WORDS, source: HOSTILE },
}
const fromVisitors = [
  ['testimonial', testimonialMail(testimonial, link, settings), link],
  [
    'withdrawn review',
    withdrawnMail({ ...review, was_published: true }, settings),
    `${siteUrl}/admin/dashboard?section=reviews&tab=deleted&demo=0`,
  ],
  ['enquiry', enquiryMail(enquiry, settings), `${siteUrl}/admin/dashboard?enquiry=1#enquiries`],
] as const
const mails = [
  ...fromVisitors.map(([kind, mail]) => [kind, mail] as const),
  ['business card', businessCardMail(email, `${siteUrl}/business-card`, settings)],
  ['approval', approvalMail({ recipient: email, subject: HOSTILE, message: WORDS, token: 't' }, settings)],
  ['reply', replyMail({ ...review, reply: HOSTILE, token: 't' }, settings)],
  ['invitation', invitationMail({ name, email, link, expires: new Date() }, settings)],
  ['removed factor', factorRemovedMail(HOSTILE, settings)],
] as const

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // Email programs ignore style sheets, and Outlook ignores sizes set with CSS.
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'prefer-tbody': 'off',
    // It may contain a visitor's words.
    'long-title': 'off',
  },
})

describe.each(mails)('the %s email', (_, { html }) => {
  it('the email is valid HTML', async () => {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  it('the email escapes everything that its sender or a visitor typed', () => {
    expect(html).toContain(ESCAPED)
    expect(html.replaceAll(ESCAPED, '')).not.toMatch(/<script|it's/)
  })
})

describe.each(fromVisitors)('the %s email', (_, { html, text }, ours) => {
  it("the email links to the admin area before the visitor's text", () => {
    const [before, ...after] = html.split(`>First line<br>https://evil.example<br>${ESCAPED}</blockquote>`)
    expect(before).toContain(`<a href="${ours.replaceAll('&', '&amp;')}"`)
    expect(after).toHaveLength(1)
    expect(text.split('> First line')[0]).toContain(`: ${ours}\n`)
  })

  it("the plain-text email quotes every line of the visitor's text", () => {
    expect(text).toContain(`\n\n> First line\n> https://evil.example\n> ${HOSTILE}\n\n`)
  })
})

it("the enquiry email leaves out the administrators' private note", () => {
  const { html, text } = enquiryMail({ ...enquiry, note: 'Seems rich' }, settings)
  expect(html + text).not.toContain('Seems rich')
})

it('the plain-text enquiry email contains the reply address', () => {
  const { text } = enquiryMail({ ...enquiry, email: 'ann+site@example.com' }, settings)
  expect(text).toContain('\n\nReply: ann+site@example.com\n\n')
})

it.each([
  [0, ''],
  [1, 'Photos: 1 photo\n'],
  [3, 'Photos: 3 photos\n'],
])('the enquiry email counts %i photos', (count, line) => {
  const photos = Array.from({ length: count }, (_, index) => ({ name: `${index}`, width: 4, height: 3, size: 90 }))
  const { html, text } = enquiryMail({ ...enquiry, photos }, settings)
  expect(/^Photos: .*\n/m.exec(text)?.[0] ?? '').toBe(line)
  expect(html.includes('Photos')).toBe(count > 0)
})
