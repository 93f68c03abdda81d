import { DEFAULT_PASSWORD_MARK, PASSWORD_CHANGE_FLAG } from '@contract/auth-admin'
import { describe, expect, it } from 'vitest'
import { canResend, mailtoHref, replyHref, type StoredEnquiry } from '@/domain/enquiry-inbox'
import { canResendInvitation, isInvitationOpen, type SentInvitation } from '@/domain/invitation'
import { selectFeaturedReview } from '@/domain/review'
import { hasAdminRole, hasDefaultPassword, mustChangePassword } from '@/domain/user'

const who = { name: 'Ann', email: 'ann@example.com', phone: '', source: '' }
const words = { subject: 'Damp & cold?', message: 'Two lines:\r\n50% #damp + "cold" 🥶' }
const state = { delivery: 'sent', status: 'new', created_at: '2026-01-01T10:00:00Z' } as const
const job = { status_changes: [], note: '', photos: [] }
const enquiry: StoredEnquiry = { id: '1', kind: 'contact', ...who, ...words, ...state, ...job }

const opened = (change: Partial<StoredEnquiry> = {}) => {
  const href = replyHref({ ...enquiry, ...change }, '1 Jan 2026, 10:00')
  const [, ...parts] = /^mailto:([^?]*)\?subject=([^&]*)&body=(.*)$/.exec(href) ?? []
  const [to, subject, body] = parts.map(decodeURIComponent)
  return { href, to, subject, body }
}

describe('enquiry reply link', () => {
  it('the reply link addresses the sender and quotes every line of the enquiry', () => {
    expect(opened()).toMatchObject({
      to: 'ann@example.com',
      subject: 'Re: Damp & cold?',
      body: '\r\n\r\nAnn wrote on 1 Jan 2026, 10:00:\r\n> Two lines:\r\n> 50% #damp + "cold" 🥶',
    })
    expect(opened({ subject: '' }).subject).toBe('Re: Your enquiry')
  })

  it.each([
    ['ASCII', 'word '.repeat(1_000)],
    ['lines', 'a\n'.repeat(2_500)],
    ['Arabic', 'رطوبة '.repeat(800)],
    ['emoji', '👷'.repeat(2_500)],
  ])('a reply link shortens a long message (%s) to at most 2,000 characters', (_, message) => {
    const { href, body } = opened({ message, subject: '湿'.repeat(150) })
    expect(href.length).toBeLessThanOrEqual(2_000)
    expect(href.length).toBeGreaterThan(1_980)
    expect(body).toContain(`> ${message.slice(0, 1)}`)
    expect(body).toMatch(/\[\.\.\.\]\r\n\r\n\(The rest of your message is left out here\.\)$/)
  })

  it('a mailto link escapes header characters in the address', () => {
    expect(mailtoHref('ann?bcc=eve@example.com&x')).toBe('mailto:ann%3Fbcc%3Deve@example.com%26x')
    expect(mailtoHref("o'neil+site@example.com")).toBe("mailto:o'neil%2Bsite@example.com")
  })
})

it.each([
  ['failed', 0, true],
  ['sent', 1e9, false],
  ['pending', 120_000, false],
  ['pending', 120_001, true],
  // The browser's clock is behind.
  ['pending', -3_600_000, true],
] as const)('an enquiry %s for %i ms can be resent: %s', (delivery, age, may) => {
  expect(canResend({ ...enquiry, delivery }, Date.parse(enquiry.created_at) + age)).toBe(may)
})

it('a user is an administrator only if the role is exactly "admin"', () => {
  const held = [{ user_metadata: { role: 'admin' } }, { raw_user_meta_data: { role: 'admin' } }]
  const metadata = [{ role: 'Admin' }, { role: ['admin'] }, null, 'admin']
  const others = [...metadata.map((user_metadata) => ({ user_metadata })), { role: 'admin' }, {}, null, 'admin']
  expect(held.filter((user) => !hasAdminRole(user))).toEqual([])
  expect(others.filter(hasAdminRole)).toEqual([])
})

it("an account's default-password and must-change flags count only when exactly true", () => {
  const read = (app_metadata: Record<string, unknown>) => [
    hasDefaultPassword({ app_metadata }),
    mustChangePassword({ app_metadata }),
  ]
  expect(read({ [DEFAULT_PASSWORD_MARK]: true })).toEqual([true, false])
  expect(read({ [PASSWORD_CHANGE_FLAG]: true })).toEqual([false, true])
  expect(read({ [DEFAULT_PASSWORD_MARK]: 'true' })).toEqual([false, false])
})

it.each<[SentInvitation['state'], boolean, boolean]>([
  ['sent', true, true],
  ['failed', true, true],
  ['expired', true, false],
  ['answered', false, false],
  ['withdrawn', false, false],
])('an invitation that is %s can be resent: %s, withdrawn: %s', (state, again, open) => {
  expect([canResendInvitation({ state }), isInvitationOpen({ state })]).toEqual([again, open])
})

describe('featured review', () => {
  const sample = { name: 'Sam', location: 'Bow', text: 'Sample' }
  const review = { name: 'Ann', location: 'Barnes', text: 'Words', verified: true }
  it('the featured review names its kind and falls back to a sample', () => {
    const { verified: _, ...words } = review
    expect(selectFeaturedReview(review, sample)).toEqual({ ...words, note: 'Verified customer' })
    expect(selectFeaturedReview({ ...review, verified: false }, sample)).toMatchObject({ name: 'Ann', note: null })
    expect(selectFeaturedReview(null, sample)).toEqual({ ...sample, note: 'Sample testimonial' })
  })
})
