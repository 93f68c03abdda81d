import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getReviewSource, getReviewText, getReviewTitle } from '@/admin/reviews/review-parts'
import { captureBodies, mockOffline } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import type { TestUser } from '../support/backend-users'
import { renderSite } from '../support/render-site'
import { sql, uniqueEmail } from '../support/test-server'
import { fetchReviewStatus, fillSessionStorage, insert, loseConnection, reconnect, signInAs } from './admin-support'

type Words = { name: string; location: string; title: string; text: string; status: string; source: string }
type Review = Words & { caught_as_spam: boolean; reason: string; withdrawn_at: string }

let account: TestUser
// Finds this test's rows on the shared server.
let word = ''

beforeEach(async () => {
  word = `mark${crypto.randomUUID().slice(0, 8)}`
  account = await signInAs()
})
afterAll(forgetBrowser)

const add = async (review: Partial<Review> = {}): Promise<string> =>
  (await insert('reviews', { name: 'Nadia Okafor', rating: 4, email: uniqueEmail(word), ...review })).id

const openReviews = async (parameters: Record<string, string> = {}) =>
  renderSite(`/admin/dashboard?${new URLSearchParams({ section: 'reviews', q: word, ...parameters })}`)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const rowNow = (name: string) => screen.queryByRole('row', { name: new RegExp(name) })
const buttonOf = async (name: string, label: string) =>
  within(await row(name)).getByRole('button', { name: new RegExp(`^${label}`) })
const inDialog = async (name: string) => within(await screen.findByRole('alertdialog')).getByRole('button', { name })
const reasonButton = (name: string) => screen.findByRole('button', { name: new RegExp(`^\\d\\. ${name}$`) })
const counts = async (...expected: [pending: number, published: number, deleted: number]) => {
  const names = ['Pending', 'Published', 'Deleted'].map((label, index) => `${label} (${expected[index]})`)
  for (const name of names) expect(await screen.findByRole('tab', { name })).toBeInTheDocument()
}
const problem = async (title: string, text: string) => {
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(title))
  expect(screen.getByRole('alert')).toHaveTextContent(text)
  expect(screen.getAllByText(title).length).toBeGreaterThan(1)
}

const PAGE = /rpc\/moderation_page/
const MODERATION = /rpc\/(?:moderate|delete)_reviews/
const OFFLINE = 'Couldn’t reach the server.'
const OVERTAKEN = 'This review has been moderated or withdrawn elsewhere.'

describe('the pending tab', () => {
  it('shows every part of a pending review, with placeholders for missing parts', async () => {
    await add({
      title: 'Bone dry',
      source: 'Google',
      text: `Twelve pins ${'and more '.repeat(1_000)}`,
      location: 'תל אביב',
    })
    await add({ name: '<b>Bare Bob</b>', text: ' ' })
    for (const status of ['approved', 'rejected', 'rejected']) await add({ status })
    const { user } = await openReviews()
    expect(screen.getByRole('heading', { name: 'Reviews Management' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Pending Reviews' })).toBeVisible()
    expect(screen.getByText('Review and approve submitted reviews before they appear on the site.')).toBeVisible()
    expect(screen.getByText('Manage reviews, approve new submissions, or delete inappropriate content.')).toBeVisible()
    await counts(2, 1, 2)
    const review = within(await row('Bone dry'))
    for (const text of ['Google', 'Rated 4 out of 5']) expect(review.getByText(text)).toBeInTheDocument()
    for (const text of ['Nadia Okafor', 'תל אביב']) expect(review.getByText(text).tagName).toBe('BDI')
    const text = review.getByText(/^Twelve pins/)
    expect(text).toHaveAttribute('dir', 'auto')
    await user.click(review.getByRole('button', { name: /^Show all/ }))
    expect(review.getByRole('button', { name: /^Show less/ })).toHaveAttribute('aria-expanded', 'true')
    expect(review.getByText(/^\d{1,2} \w{3,4} 20\d\d$/)).toBeVisible()
    const mail = review.getByRole('link', { name: new RegExp(word) })
    expect(mail).toHaveAttribute('href', expect.stringMatching(/^mailto:/))
    const columns = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(columns).toEqual(['Select', 'Submitted', 'Review', 'Rating', 'Source', 'Actions'])
    const bare = within(await row('Bare Bob'))
    for (const missing of ['No title', 'No content']) expect(bare.getByText(missing)).toBeVisible()
    expect([getReviewSource({ source: '' }), getReviewSource({ source: null })]).toEqual(['Website', 'Website'])
    expect([getReviewTitle({ title: null }), getReviewText({ text: '' })]).toEqual(['No title', 'No content'])
  })

  it('approves a review once on a double click, and undo makes it pending again', async () => {
    const id = await add()
    const { user } = await openReviews()
    await row('Nadia')
    await add({ name: 'Late Arrival' })
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
    expect(await row('Late Arrival')).toBeVisible()
    await add({ name: 'Even Later' })
    const calls = captureBodies(MODERATION)
    await user.dblClick(await buttonOf('Nadia', 'Approve'))
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    expect(await row('Even Later')).toBeVisible()
    await counts(2, 1, 0)
    expect(rowNow('Nadia')).toBeNull()
    expect(calls).toHaveLength(1)
    expect(screen.queryByText('Failed to approve review')).toBeNull()
    expect(await sql('select status, moderated_by from reviews where id = $1', [id])).toEqual([
      { status: 'approved', moderated_by: account.id },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Approval undone')).toBeInTheDocument()
    expect(await row('Nadia')).toBeVisible()
    expect(await fetchReviewStatus(id)).toBe('pending')
  })

  it('moves a deleted review to the deleted tab, where permanent deletion needs confirmation', async () => {
    const id = await add()
    const { user } = await openReviews()
    await user.click(await buttonOf('Nadia', 'Delete'))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete this review?' }))
    expect(asked.getByText('Why? A low rating isn’t a reason.')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await buttonOf('Nadia', 'Delete')).toHaveFocus()
    await user.click(await buttonOf('Nadia', 'Delete'))
    await user.click(await reasonButton('Duplicate'))
    expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
    await counts(0, 0, 1)
    expect(await fetchReviewStatus(id)).toBe('rejected')
    await user.click(screen.getByRole('button', { name: 'Show deleted' }))
    expect(await screen.findByRole('heading', { name: 'Deleted Reviews' })).toBeVisible()
    expect(within(await row('Nadia')).getByText('Reason: duplicate')).toBeVisible()

    await user.click(await buttonOf('Nadia', 'Delete Permanently'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Permanently delete this review?' })
    expect(dialog).toHaveTextContent('This action cannot be undone.')
    await user.click(await inDialog('Cancel'))
    mockOffline(MODERATION)
    await user.click(await buttonOf('Nadia', 'Delete Permanently'))
    await user.click(await inDialog('Delete Permanently'))
    await problem('Failed to delete review', OFFLINE)
    expect(await fetchReviewStatus(id)).toBe('rejected')
    reconnect()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(await buttonOf('Nadia', 'Delete Permanently'))
    await user.click(await inDialog('Delete Permanently'))
    expect(await screen.findByText('Review permanently deleted')).toBeInTheDocument()
    await counts(0, 0, 0)
    expect(await fetchReviewStatus(id)).toBeUndefined()
  })
})

it('restoring a review clears its spam mark, and undo deletes the review again', async () => {
  const id = await add({ status: 'rejected', caught_as_spam: true })
  const { user } = await openReviews({ tab: 'deleted' })
  expect(within(await row('Nadia')).getByText('Caught by the spam filter')).toBeVisible()
  await user.click(await buttonOf('Nadia', 'Restore'))
  expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
  expect(await fetchReviewStatus(id)).toBe('approved')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Approval undone')).toBeInTheDocument()
  expect(await fetchReviewStatus(id)).toBe('rejected')
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
  await row('Nadia')
  await waitFor(() => expect(screen.queryByText('Caught by the spam filter')).toBeNull())
})

describe('the published tab', () => {
  const removeButton = (name: string) => screen.findByRole('button', { name: `Remove from site the review by ${name}` })
  it('removes a published review only after confirmation, and focuses the next one', async () => {
    await add({ name: 'Second', status: 'approved' })
    const id = await add({ name: 'First', status: 'approved', text: 'Quoted words.', source: 'Facebook' })
    const { user } = await openReviews({ tab: 'published' })
    expect(await screen.findByRole('heading', { name: 'Published Reviews' })).toBeVisible()
    const card = within((await screen.findByText('First')).closest('figure') as HTMLElement)
    for (const text of ['Rated 4 out of 5', '“Quoted words.”', 'Camden', /Facebook/])
      expect(card.getByText(text)).toBeInTheDocument()
    expect(card.queryByRole('button')).toBeNull()

    await user.click(await removeButton('First'))
    const question = await screen.findByRole('dialog', { name: 'Remove this review from the site?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await removeButton('First')).toHaveFocus()
    await user.click(await removeButton('First'))
    const beside = (await screen.findByRole('dialog')).previousElementSibling as HTMLElement
    await user.click(beside)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await fetchReviewStatus(id)).toBe('approved')
    const calls = captureBodies(MODERATION)
    await user.click(await removeButton('First'))
    await user.dblClick(await reasonButton('Withdrawn by the author'))
    expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
    await counts(0, 1, 1)
    expect(calls).toHaveLength(1)
    expect(await fetchReviewStatus(id)).toBe('rejected')
    await waitFor(async () => expect(await removeButton('Second')).toHaveFocus())
    await user.keyboard('{Enter}')
    await user.click(await reasonButton('Not genuine'))
    await counts(0, 0, 2)
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
    expect(await screen.findByText('No reviews match your search.')).toBeVisible()
  })
})

describe('replies', () => {
  const REPLIES = /admin-email/
  const box = () => screen.findByRole('textbox', { name: 'Reply' })
  const storedReply = async (id: string) =>
    (await sql<{ reply: string }>('select reply from reviews where id = $1', [id]))[0]?.reply
  const replyElsewhere = (id: string, reply: string) =>
    sql('update reviews set reply = $2, replied_at = now(), reply_sent_at = now() where id = $1', [id, reply])

  it('keeps a typed reply through a lost connection, and asks when another was saved elsewhere', async () => {
    const id = await add({ name: 'Ada', status: 'approved' })
    const { user } = await openReviews({ tab: 'published' })
    await user.click(await screen.findByRole('button', { name: 'Reply to Ada' }))
    await user.click(await screen.findByRole('button', { name: 'Publish reply' }))
    expect(await screen.findByText('Please fill in this field.')).toBeVisible()
    await user.type(await box(), 'Mine')
    loseConnection(REPLIES)
    await user.click(screen.getByRole('button', { name: 'Publish reply' }))
    expect(await screen.findByText(new RegExp(OFFLINE))).toBeVisible()
    expect(await box()).toHaveValue('Mine')
    reconnect()
    await replyElsewhere(id, 'Theirs')
    await user.click(screen.getByRole('button', { name: 'Publish reply' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Reply to Ada' }))
    expect(await dialog.findByText('Theirs')).toBeVisible()
    expect(await storedReply(id)).toBe('Theirs')
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    expect(await screen.findByText('Reply published')).toBeInTheDocument()
    expect(await storedReply(id)).toBe('Mine')
  })

  it('deletes a reply after confirmation, but not one that was changed elsewhere', async () => {
    const id = await add({ name: 'Ada', status: 'approved' })
    await replyElsewhere(id, 'First')
    const { user } = await openReviews({ tab: 'published' })
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete reply to Ada' }))
      await user.click(await inDialog('Delete reply'))
    }
    await screen.findByText('First')
    await replyElsewhere(id, 'Second')
    await remove()
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await storedReply(id)).toBe('Second')
    await user.click(await inDialog('Cancel'))
    await screen.findByText('Second')
    await remove()
    expect(await screen.findByText('Reply deleted')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reply to Ada' })).toHaveFocus())
    expect(await storedReply(id)).toBe('')
  })

  it('emails a reply again whose email has failed', async () => {
    const id = await add({ name: 'Ada', status: 'approved' })
    await sql(`update reviews set reply = 'Thanks', replied_at = now(), reply_failed_at = now() where id = $1`, [id])
    const { user } = await openReviews({ tab: 'published' })
    expect(await screen.findByText('Reply email failed')).toBeVisible()
    const calls = captureBodies(REPLIES)
    await user.dblClick(screen.getByRole('button', { name: 'Email reply to Ada' }))
    expect(await screen.findByText(/^Reply emailed to /)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Reply email failed')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit reply to Ada' })).toHaveFocus())
    expect(calls).toHaveLength(1)
  })

  it('a review withdrawn by its author cannot be restored, alone or with others', async () => {
    const withdrawn = { status: 'rejected', reason: 'withdrawn by the author', withdrawn_at: '2026-11-01T09:00:00Z' }
    const id = await add({ name: 'Ada', ...withdrawn })
    const other = await add({ name: 'Bea', status: 'rejected' })
    const { user } = await openReviews({ tab: 'deleted' })
    expect(within(await row('Ada')).queryByRole('button', { name: /^Restore/ })).toBeNull()
    await user.click(within(await row('Ada')).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Restore selected' }))
    expect(await screen.findByText('1 review withdrawn by the author can’t be restored')).toBeInTheDocument()
    await user.click(within(await row('Bea')).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Restore selected' }))
    await counts(0, 1, 1)
    expect([await fetchReviewStatus(id), await fetchReviewStatus(other)]).toEqual(['rejected', 'approved'])
  })
})

it('moderates selected reviews together, and counts those another administrator has already moderated', async () => {
  const ids = new Map<string, string>()
  for (const name of ['One', 'Two', 'Three', 'Four']) ids.set(name, await add({ name }))
  const { user } = await openReviews()
  await row('Two')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByText('4 selected')).toBeVisible()
  for (const name of ['Two', 'Four'])
    await user.click(screen.getByRole('checkbox', { name: `Select the review by ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Approve selected' }))
  expect(await screen.findByText('2 reviews approved successfully')).toBeInTheDocument()
  await counts(2, 2, 0)
  expect(rowNow('One')).toBeNull()

  await sql("update reviews set status = 'approved' where id = $1", [ids.get('Two')])
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  expect(await screen.findByRole('dialog', { name: 'Delete 2 reviews?' })).toBeVisible()
  await user.keyboard('6')
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(note).toHaveFocus()
  await user.keyboard('See 1 and 4{Tab}{Enter}')
  expect(await screen.findByText(/Moderated or withdrawn elsewhere: 1 of these 2 reviews/)).toBeVisible()
  expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
  await counts(0, 3, 1)
  expect(await fetchReviewStatus(ids.get('Two') ?? '')).toBe('approved')
  expect(await sql('select reason, reason_note from reviews where id = $1', [ids.get('Four')])).toEqual([
    { reason: 'something else', reason_note: 'See 1 and 4' },
  ])
})

it('reports a conflict when another administrator has already moderated the review', async () => {
  const approved = await add({ name: 'Approved Ann' })
  const kept = await add({ name: 'Kept Kim' })
  const deleted = await add({ name: 'Deleted Dan', status: 'rejected' })
  const { user } = await openReviews()
  for (const [name, id, label, message] of [
    ['Ann', approved, 'Approve', 'Failed to approve review'],
    ['Kim', kept, 'Delete', 'Failed to move review to deleted'],
  ] as const) {
    const button = await buttonOf(name, label)
    await sql(`update reviews set status = 'approved' where id = $1`, [id])
    await user.click(button)
    if (label === 'Delete') await user.click(await reasonButton('Not genuine'))
    await problem(message, OVERTAKEN)
    await waitFor(() => expect(rowNow(name)).toBeNull())
    expect(await fetchReviewStatus(id)).toBe('approved')
  }
  await counts(0, 2, 1)
  await user.click(screen.getByRole('tab', { name: /^Deleted/ }))
  const restore = await buttonOf('Dan', 'Restore')
  await sql('delete from reviews where id = $1', [deleted])
  await user.click(restore)
  await problem('Failed to approve review', OVERTAKEN)
  await counts(0, 2, 0)
  expect(rowNow('Dan')).toBeNull()
  expect(await fetchReviewStatus(deleted)).toBeUndefined()
})

describe('keyboard shortcuts', () => {
  it('the keys j, k, x, a and d moderate reviews, unless a modifier is held', async () => {
    for (const name of ['Third', 'Second', 'First']) await add({ name })
    const { user } = await openReviews()
    await row('First')
    const names = screen.getAllByRole('checkbox', { name: /^Select the review by/ }).map((box) => box.closest('tr'))
    screen.getByRole('checkbox', { name: 'Select all on this page' }).focus()
    await user.keyboard('adxj')
    expect(names[0]).toHaveFocus()
    await user.keyboard('{Control>}a{/Control}{Meta>}d{/Meta}{Alt>}a{/Alt}')
    expect(screen.queryByText('1 selected')).toBeNull()
    await counts(3, 0, 0)
    for (const [keys, index] of [
      ['jj', 2],
      ['j', 2],
      ['kx', 1],
    ] as const) {
      await user.keyboard(keys)
      expect(names[index]).toHaveFocus()
    }
    expect(screen.getByText('1 selected')).toBeVisible()
    const [, middle, last] = names.map((element) => element?.dataset.row ?? '')
    await user.keyboard('a')
    await counts(2, 1, 0)
    await waitFor(async () => expect(await fetchReviewStatus(middle ?? '')).toBe('approved'))
    // The next key continues there.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row', last))
    await user.keyboard('d')
    await reasonButton('Duplicate')
    await user.keyboard('4')
    await counts(1, 1, 1)
    await waitFor(async () => expect(await fetchReviewStatus(last ?? '')).toBe('rejected'))
  })

  it('going back cancels the question about the reason', async () => {
    const id = await add()
    const { user, router } = await openReviews()
    await act(() => router.navigate(`?section=reviews&q=${word}&page=1`))
    await user.click(await buttonOf('Nadia', 'Delete'))
    await reasonButton('Duplicate')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await fetchReviewStatus(id)).toBe('pending')
  })

  it('the key d deletes a review permanently after confirmation, and focuses the next row', async () => {
    const ids = [await add({ name: 'Second', status: 'rejected' }), await add({ name: 'First', status: 'rejected' })]
    const { user } = await openReviews({ tab: 'deleted' })
    ;(await row('First')).focus()
    for (const left of [1, 0]) {
      await user.keyboard('d')
      expect(await screen.findByRole('alertdialog')).toBeVisible()
      expect(await fetchReviewStatus(ids[left] ?? '')).toBe('rejected')
      await user.keyboard('{Tab}{Enter}')
      await counts(0, 0, left)
      if (left) await waitFor(async () => expect(await row('Second')).toHaveFocus())
    }
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
  })
})

it('the search filters reviews and counts, and is kept in the URL until cleared', async () => {
  await add({ name: 'Findable Fiona' })
  const { user, router } = await openReviews()
  await row('Fiona')
  const input = screen.getByRole('searchbox', { name: 'Search reviews' })
  await user.clear(input)
  await user.type(input, `no such ${word}`)
  expect(await screen.findByText('No reviews match your search.')).toBeVisible()
  await counts(0, 0, 0)
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('q')).toBe(`no such ${word}`))
  await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] ?? document.body)
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('q')).toBe(false))
  expect(await row('Fiona')).toBeVisible()
})

it('shows fifty reviews per page, and goes back when the last page is emptied', async () => {
  await sql(
    `insert into reviews (name, location, text, rating, email, created_at)
     select 'Row ' || n, 'London', $1 || n, 5, 'rows@example.com', now() - n * interval '1 minute'
     from generate_series(1, 51) n`,
    [word],
  )
  const { user, router } = await openReviews()
  const rows = () => screen.getAllByText(/^Select the review/)
  expect(await screen.findByText('1 to 50 of 51')).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(50))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('51 to 51 of 51')).toBeVisible()
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
  await user.click(await buttonOf('Row 51', 'Approve'))
  expect(await screen.findByText('Row 50')).toBeVisible()
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('page')).toBe(false))
  expect(router.state.historyAction).toBe('REPLACE')
  await counts(50, 1, 0)
})

describe('backend failures', () => {
  it('keeps loaded reviews when a refresh fails, and offers to try again', async () => {
    await add()
    loseConnection(PAGE)
    const { user } = await openReviews()
    expect(await screen.findByText('Loading reviews...')).toBeVisible()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Error loading reviews')
    expect(alert).toHaveTextContent('Please check your connection and try again.')
    reconnect()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await row('Nadia')).toBeVisible()

    loseConnection(PAGE)
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading reviews')
    expect(rowNow('Nadia')).toBeVisible()
    reconnect()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('restores only the review whose approval failed, and keeps the error until dismissed', async () => {
    const [held, refused] = [await add({ name: 'Held Hana' }), await add({ name: 'Refused Ravi' })]
    const { user } = await openReviews()
    await counts(2, 0, 0)
    const real = globalThis.fetch
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const body = MODERATION.test(String(input)) ? String(init?.body) : ''
      if (body.includes(refused)) throw new TypeError('Failed to fetch')
      if (body.includes(held)) await released
      return real(input, init)
    })
    await user.click(await buttonOf('Hana', 'Approve'))
    await user.click(await buttonOf('Ravi', 'Approve'))
    await problem('Failed to approve review', OFFLINE)
    expect(rowNow('Hana')).toBeNull()
    expect(rowNow('Ravi')).toBeVisible()
    await counts(1, 1, 0)
    release()
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to approve review')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect([await fetchReviewStatus(held), await fetchReviewStatus(refused)]).toEqual(['approved', 'pending'])
  })
})

it('the demo moderates sample reviews until the administrator exits it', async () => {
  const { user } = await renderSite('/admin/dashboard?section=reviews&demo=1')
  expect(await screen.findByText(/^Demo: these are sample reviews/)).toBeVisible()
  await counts(2, 1, 1)
  for (const name of ['Eleanor', 'Kofi']) {
    await user.click(await buttonOf(name, 'Approve'))
    await waitFor(() => expect(rowNow(name)).toBeNull())
  }
  expect(await screen.findByText('No pending reviews to approve.')).toBeVisible()
  await counts(0, 3, 1)
  await user.click(screen.getByRole('tab', { name: /^Deleted/ }))
  await user.click(await buttonOf('Parcel', 'Restore'))
  expect(await screen.findByText('No deleted reviews.')).toBeVisible()
  expect(window.sessionStorage.getItem('admin-demo')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Exit demo' }))
  await waitFor(() => expect(screen.queryByText(/^Demo:/)).toBeNull())
  expect(window.sessionStorage.getItem('admin-demo')).toBeNull()
  window.sessionStorage.clear()
})

it('the demo reports a failed approval when session storage is full', async () => {
  fillSessionStorage()
  const { user } = await renderSite('/admin/dashboard?section=reviews&demo=1')
  await user.click(await buttonOf('Eleanor', 'Approve'))
  await problem('Failed to approve review', 'Failed to approve testimonial')
  await counts(2, 1, 1)
})
