import { createHash, randomBytes } from 'node:crypto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import type { ReviewNumbers } from '@/domain/review'
import { ReviewPolicy } from '@/features/reviews/review-policy'
import { captureBodies, dropResponses, mockOffline, mockStatus } from '../support/admin-network'
import { renderSite } from '../support/render-site'
import { mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'

const READ = /rpc\/review_withdrawal/
const SEND = /functions\/v1\/send-email/

const publish = async () => {
  const token = randomBytes(32).toString('base64url')
  const email = uniqueEmail('author')
  await sql(
    `with review as (
      insert into reviews (name, location, text, rating, email, status)
      values ('Ann', 'Soho', 'Dry at last.', 3, $1, 'approved') returning id)
    insert into private.withdrawal_links select $2, id from review`,
    [email, createHash('sha256').update(token).digest('hex')],
  )
  const status = async () =>
    (await sql<{ status: string }>('select status from reviews where email = $1', [email]))[0]?.status
  return { email, status, link: `/testimonials#withdraw=${token}` }
}
const form = async () => within(await screen.findByRole('dialog', { name: 'Withdraw your review' }))
const confirmButton = async () => (await form()).findByRole('button', { name: 'Withdraw review' })

beforeEach(() => resetRateLimit('withdraw-review'))

it('a withdrawal that fails leaves the review as it was, and says why', async () => {
  const { email, status, link } = await publish()
  const { user, router } = await renderSite(link)
  const button = await confirmButton()
  expect((await form()).getByText('Dry at last.')).toBeVisible()
  mockOffline(SEND)
  await user.click(button)
  expect(await (await form()).findByRole('alert')).toHaveTextContent('Please check your connection and try again.')
  expect(await status()).toBe('approved')
  mockStatus(SEND, 423, {}, { success: false, message: 'A backup is being restored.' })
  await user.click(button)
  await waitFor(async () => expect((await form()).getByRole('alert')).toHaveTextContent('A backup is being restored.'))
  expect(await status()).toBe('approved')
  expect(router.state.location.hash).toContain('withdraw')
  expect((await mailsTo(site.email)).filter(({ text }) => text.includes(email))).toEqual([])
})

it('a withdrawal whose response was lost is shown as done when it is tried again', async () => {
  const { email, status, link } = await publish()
  const { user, router } = await renderSite(link)
  const button = await confirmButton()
  dropResponses(SEND)
  await user.dblClick(button)
  expect(await (await form()).findByRole('alert')).toBeVisible()
  vi.restoreAllMocks()
  const rebuilds = captureBodies(/functions\/v1\/rebuild/)
  await user.click(button)
  expect(await (await form()).findByText('This review has already been withdrawn.')).toBeVisible()
  expect(await status()).toBe('rejected')
  expect(rebuilds).toHaveLength(1)
  expect((await mailsTo(site.email)).filter(({ text }) => text.includes(email))).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.hash).toBe(''))
})

it('explains an unknown withdrawal link', async () => {
  await renderSite('/testimonials#withdraw=not-a-token%00')
  expect(await (await form()).findByText(/^We don’t recognise this link\./)).toBeVisible()
})

it('explains a withdrawal link whose review the owner has removed', async () => {
  const { email, link } = await publish()
  await sql(`update reviews set status = 'rejected' where email = $1`, [email])
  await renderSite(link)
  expect(await (await form()).findByText('This review isn’t on our website any more.')).toBeVisible()
})

it('a withdrawal link that cannot be read offers to try again', async () => {
  const { link } = await publish()
  mockOffline(READ)
  const { user } = await renderSite(link)
  expect(await (await form()).findByRole('alert')).toHaveTextContent('Please check your connection')
  vi.restoreAllMocks()
  await user.click((await form()).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await form()).getByText('Dry at last.').closest('[tabindex]')).toHaveFocus())
})

const numbers: ReviewNumbers = {
  since: '2026-05-01T09:00:00Z',
  received: 1_234,
  published: 1_230,
  waiting: 1,
  rejected: {},
}

it.each([
  [{ duplicate: 2, 'not recorded': 1 }, '3 not or no longer published (duplicate: 2, reason not recorded: 1)'],
  [{}, '0 not or no longer published'],
])('the review policy shows the numbers with the rejected ones %j', (rejected, words) => {
  render(<ReviewPolicy numbers={{ ...numbers, rejected }} formatDate={() => '1 May 2026'} />)
  expect(
    screen.getByText(
      `Since 1 May 2026, without spam: 1,234 received, 1,230 published, 1 waiting to be checked, ${words}.`,
    ),
  ).toBeVisible()
})

it('the review policy shows no numbers before the first review', () => {
  for (const none of [null, { ...numbers, since: null, received: 0 }]) {
    const { unmount } = render(<ReviewPolicy numbers={none} formatDate={() => ''} />)
    expect(screen.queryByText(/received/)).toBeNull()
    unmount()
  }
})
