import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shownSource, shownText, shownTitle } from '@/admin/features/reviews/review-parts'
import { type AdminAccount, forgetBrowser, makeAccount } from '../support/admin-users'
import { sql, uniqueEmail } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'

type Review = { name: string; location: string; title: string | null; text: string; status: string; source: string }

let account: AdminAccount | undefined
// Every test searches for a word of its own: other files write reviews to the same server.
let word = ''

beforeEach(async () => {
  word = `mark${crypto.randomUUID().slice(0, 8)}`
  const { supabase } = await import('@/supabase')
  account ??= await makeAccount('moderator')
  if (!(await supabase.auth.getSession()).data.session) await supabase.auth.signInWithPassword(account)
  window.localStorage.setItem('adminAuth', 'true')
})
afterAll(forgetBrowser)

const add = async (review: Partial<Review> = {}): Promise<string> => {
  const { name, location, title, text, status, source } = {
    name: 'Nadia Okafor',
    location: 'Camden',
    title: null,
    text: 'Dry at last.',
    status: 'pending',
    source: 'Website',
    ...review,
  }
  const [row] = await sql<{ id: string }>(
    `insert into reviews (name, location, title, text, status, source, rating, email)
     values ($1, $2, $3, $4, $5, $6, 4, $7) returning id`,
    [name, location, title, text, status, source, uniqueEmail(word)],
  )
  return row?.id ?? ''
}
const statusOf = async (id: string) =>
  (await sql<{ status: string }>('select status from reviews where id = $1', [id]))[0]?.status

const openReviews = async (parameters: Record<string, string> = {}) =>
  renderSite(`/admin/dashboard?${new URLSearchParams({ section: 'reviews', q: word, ...parameters })}`)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const rowNow = (name: string) => screen.queryByRole('row', { name: new RegExp(name) })
const counts = async (...expected: [pending: number, published: number, deleted: number]) => {
  const names = ['Pending', 'Published', 'Deleted'].map((label, index) => `${label} (${expected[index]})`)
  for (const name of names) expect(await screen.findByRole('tab', { name })).toBeInTheDocument()
}
/** What the page asks of the backend from now on; whatever `breaks` matches fails as without a connection. */
const watchRequests = (breaks: (request: { method: string; url: string }) => boolean = () => false) => {
  const real = globalThis.fetch
  const seen: { url: string }[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const request = { method: init?.method ?? (input instanceof Request ? input.method : 'GET'), url }
    seen.push(request)
    if (breaks(request)) throw new TypeError('Failed to fetch')
    return real(input, init)
  })
  return { seen, repair: () => spy.mockImplementation(real) }
}

const isModeration = ({ url }: { url: string }) => url.includes('/functions/v1/moderate-reviews')

describe('the pending tab', () => {
  it('shows heading, counts, columns and every part of a review', async () => {
    await add({ title: 'Bone dry', source: 'Google', text: `Twelve pins ${word}` })
    await add({ status: 'approved' })
    await add({ status: 'rejected' })
    await add({ status: 'rejected' })
    await openReviews()
    expect(screen.getByRole('heading', { name: 'Reviews Management' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Pending Reviews' })).toBeVisible()
    expect(screen.getByText('Review and approve submitted reviews before they appear on the site.')).toBeVisible()
    await counts(1, 1, 2)
    const review = within(await row('Bone dry'))
    for (const text of ['Nadia Okafor', 'Camden', 'Bone dry', `Twelve pins ${word}`, 'Google', 'Rated 4 out of 5'])
      expect(review.getByText(text)).toBeInTheDocument()
    expect(review.getByText(/^\d{1,2} \w{3,4} 20\d\d$/)).toBeVisible()
    expect(review.getByRole('link', { name: new RegExp(word) })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:/),
    )
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Select',
      'Submitted',
      'Review',
      'Rating',
      'Source',
      'Actions',
    ])
    expect(screen.getByText('Manage reviews, approve new submissions, or delete inappropriate content.')).toBeVisible()
  })

  it('falls back where a part is missing', async () => {
    await add({ text: ' ' })
    await openReviews()
    const review = within(await row('Nadia'))
    expect(review.getByText('No title')).toBeVisible()
    expect(review.getByText('No content')).toBeVisible()
    expect(shownSource({ source: '' })).toBe('Website')
    expect(shownSource({ source: null })).toBe('Website')
    expect([shownTitle({ title: null }), shownText({ text: '' })]).toEqual(['No title', 'No content'])
  })

  it('approves a review: toast, counts, database', async () => {
    const id = await add()
    const { user } = await openReviews()
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Approve/ }))
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    await counts(0, 1, 0)
    expect(rowNow('Nadia')).toBeNull()
    expect(await statusOf(id)).toBe('approved')
    const [stamp] = await sql<{ moderated_by: string }>('select moderated_by from reviews where id = $1', [id])
    expect(stamp?.moderated_by).toBe(account?.id)
  })

  it('deletes a review, and the toast leads to where it can be restored', async () => {
    const id = await add()
    const { user } = await openReviews()
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Delete/ }))
    expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
    await counts(0, 0, 1)
    expect(await statusOf(id)).toBe('rejected')
    await user.click(screen.getByRole('button', { name: 'Show deleted' }))
    expect(await screen.findByRole('heading', { name: 'Deleted Reviews' })).toBeVisible()
    expect(await row('Nadia')).toBeVisible()
  })

  it('reads again after an action, and on Refresh Data', async () => {
    await add()
    const { user } = await openReviews()
    await row('Nadia')
    await add({ name: 'Late Arrival' })
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
    expect(await row('Late Arrival')).toBeVisible()
    await add({ name: 'Even Later' })
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Approve/ }))
    expect(await row('Even Later')).toBeVisible()
  })

  it('approves once by a double click', async () => {
    await add()
    const { user } = await openReviews()
    const button = within(await row('Nadia')).getByRole('button', { name: /^Approve/ })
    const { seen } = watchRequests()
    await user.dblClick(button)
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    await counts(0, 1, 0)
    expect(seen.filter(isModeration)).toHaveLength(1)
    expect(screen.queryByText('Failed to approve review')).toBeNull()
  })

  it('cuts ten thousand characters until Show all, and isolates names from other scripts', async () => {
    await add({ name: 'يعقوب 👷🏽‍♀️', location: 'תל אביב', text: `${'word '.repeat(1_990)}end` })
    const { user } = await openReviews()
    const review = within(await row('word'))
    expect(review.getByText('يعقوب 👷🏽‍♀️').tagName).toBe('BDI')
    expect(review.getByText('תל אביב').tagName).toBe('BDI')
    const text = review.getByText(/^word word/)
    expect(text).toHaveClass('line-clamp-4')
    expect(text).toHaveAttribute('dir', 'auto')
    await user.click(review.getByRole('button', { name: /^Show all/ }))
    expect(text).not.toHaveClass('line-clamp-4')
    expect(review.getByRole('button', { name: /^Show less/ })).toHaveAttribute('aria-expanded', 'true')
  })

  it('shows markup as text', async () => {
    await add({ name: '<img src=x onerror=alert(1)>', text: '<b>bold</b>' })
    await openReviews()
    expect(within(await row('<b>')).getByText('<b>bold</b>')).toBeVisible()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  })
})

describe('the deleted tab', () => {
  it('restores a review by approving it', async () => {
    const id = await add({ status: 'rejected' })
    const { user } = await openReviews({ tab: 'deleted' })
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Restore/ }))
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    await counts(0, 1, 0)
    expect(await statusOf(id)).toBe('approved')
  })

  it('deletes permanently only after a confirmation', async () => {
    const id = await add({ status: 'rejected' })
    const { user } = await openReviews({ tab: 'deleted' })
    const remove = () => within(rowNow('Nadia') ?? document.body).getByRole('button', { name: /^Delete Permanently/ })
    await row('Nadia')
    await user.click(remove())
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this review permanently?' })
    expect(dialog).toHaveTextContent('This action cannot be undone.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await statusOf(id)).toBe('rejected')
    await user.click(remove())
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Permanently' }))
    expect(await screen.findByText('Review permanently deleted')).toBeInTheDocument()
    await counts(0, 0, 0)
    expect(await statusOf(id)).toBeUndefined()
  })
})

describe('the published tab', () => {
  it('shows cards with name, stars, quoted text, location and source', async () => {
    await add({ status: 'approved', text: 'Quoted words.', source: 'Facebook' })
    await openReviews({ tab: 'published' })
    expect(await screen.findByRole('heading', { name: 'Published Reviews' })).toBeVisible()
    const card = within(await screen.findByRole('figure'))
    for (const text of ['Nadia Okafor', 'Rated 4 out of 5', '“Quoted words.”', 'Camden', /Facebook/])
      expect(card.getByText(text)).toBeInTheDocument()
    expect(card.queryByRole('button')).toBeNull()
  })

  const removeButton = (name = 'Nadia Okafor') =>
    screen.findByRole('button', { name: `Remove from site the review by ${name}` })
  const confirm = async (choice: string) =>
    within(await screen.findByRole('alertdialog', { name: 'Remove this review from the site?' })).getByRole('button', {
      name: choice,
    })

  it('takes a review off the site only after a confirmation, to where it can be restored', async () => {
    const id = await add({ status: 'approved' })
    const { user } = await openReviews({ tab: 'published' })
    await user.click(await removeButton())
    await user.click(await confirm('Cancel'))
    expect(await removeButton()).toHaveFocus()
    expect(await statusOf(id)).toBe('approved')
    const { seen } = watchRequests()
    await user.click(await removeButton())
    await user.dblClick(await confirm('Remove from site'))
    expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
    await counts(0, 0, 1)
    expect(await screen.findByText('No reviews match your search.')).toBeVisible()
    expect(seen.filter(isModeration)).toHaveLength(1)
    expect(await statusOf(id)).toBe('rejected')
    await user.click(screen.getByRole('button', { name: 'Show deleted' }))
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Restore/ }))
    await counts(0, 1, 0)
    await waitFor(async () => expect(await statusOf(id)).toBe('approved'))
  })

  it('gives the focus to the card that comes up in its place, or to the empty tab', async () => {
    for (const name of ['Second', 'First']) await add({ name, status: 'approved' })
    const { user } = await openReviews({ tab: 'published' })
    await user.click(await removeButton('First'))
    await user.click(await confirm('Remove from site'))
    await counts(0, 1, 1)
    await waitFor(async () => expect(await removeButton('Second')).toHaveFocus())
    await user.keyboard('{Enter}')
    await user.click(await confirm('Remove from site'))
    await counts(0, 0, 2)
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
  })

  it('puts a review back that could not be taken off', async () => {
    const id = await add({ status: 'approved' })
    const { user } = await openReviews({ tab: 'published' })
    await removeButton()
    watchRequests(isModeration)
    await user.click(await removeButton())
    await user.click(await confirm('Remove from site'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to move review to deleted')
    expect(alert).toHaveTextContent('The server could not be reached.')
    expect(screen.getAllByText('Failed to move review to deleted').length).toBeGreaterThan(1)
    expect(await removeButton()).toBeVisible()
    await counts(0, 1, 0)
    expect(await statusOf(id)).toBe('approved')
  })

  it('tells the second of two administrators that the first has already taken it off', async () => {
    const id = await add({ status: 'approved' })
    const { user } = await openReviews({ tab: 'published' })
    await removeButton()
    await sql("update reviews set status = 'rejected' where id = $1", [id])
    await user.click(await removeButton())
    await user.click(await confirm('Remove from site'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to move review to deleted')
    expect(alert).toHaveTextContent('Another administrator has already moderated this review.')
    await counts(0, 0, 1)
  })
})

describe('several reviews at once', () => {
  it('are selected and approved together', async () => {
    for (const name of ['One', 'Two', 'Three']) await add({ name })
    const { user } = await openReviews()
    await row('Two')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.getByText('3 selected')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Select the review by Two' }))
    await user.click(screen.getByRole('button', { name: 'Approve selected' }))
    expect(await screen.findByText('2 reviews approved successfully')).toBeInTheDocument()
    await counts(1, 2, 0)
    expect(await row('Two')).toBeVisible()
  })

  it('say how many of them somebody else has moderated meanwhile', async () => {
    const taken = await add({ name: 'Taken' })
    await add({ name: 'Free' })
    const { user } = await openReviews()
    await row('Taken')
    await sql("update reviews set status = 'approved' where id = $1", [taken])
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Delete selected' }))
    expect(await screen.findByText(/already moderated 1 of these 2 reviews/)).toBeVisible()
    expect(await screen.findByText('Review moved to deleted')).toBeInTheDocument()
    await counts(0, 1, 1)
    expect(await statusOf(taken)).toBe('approved')
  })
})

describe('two administrators', () => {
  it.each([
    ['approved', 'Approve', 'Failed to approve review'],
    ['rejected', 'Approve', 'Failed to approve review'],
    ['approved', 'Delete', 'Failed to move review to deleted'],
  ])('the second is told when the first has made it %s and they choose %s', async (status, button, message) => {
    const id = await add()
    const { user } = await openReviews()
    const review = await row('Nadia')
    await sql('update reviews set status = $2 where id = $1', [id, status])
    await user.click(within(review).getByRole('button', { name: new RegExp(`^${button}`) }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(message)
    expect(alert).toHaveTextContent('Another administrator has already moderated this review.')
    await counts(0, status === 'approved' ? 1 : 0, status === 'rejected' ? 1 : 0)
    expect(rowNow('Nadia')).toBeNull()
    expect(await statusOf(id)).toBe(status)
  })

  it('the second is told when the review was deleted for ever', async () => {
    const id = await add({ status: 'rejected' })
    const { user } = await openReviews({ tab: 'deleted' })
    const review = await row('Nadia')
    await sql('delete from reviews where id = $1', [id])
    await user.click(within(review).getByRole('button', { name: /^Restore/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve review')
    await counts(0, 0, 0)
  })
})

describe('the keyboard', () => {
  it('moves by j and k, approves by a, deletes by d, selects by x', async () => {
    for (const name of ['Third', 'Second', 'First']) await add({ name })
    const { user } = await openReviews()
    await row('First')
    const names = screen.getAllByRole('checkbox', { name: /^Select the review by/ }).map((box) => box.closest('tr'))
    screen.getByRole('checkbox', { name: 'Select all on this page' }).focus()
    await user.keyboard('j')
    expect(names[0]).toHaveFocus()
    await user.keyboard('jj')
    expect(names[2]).toHaveFocus()
    await user.keyboard('j')
    expect(names[2]).toHaveFocus()
    await user.keyboard('kx')
    expect(names[1]).toHaveFocus()
    expect(screen.getByText('1 selected')).toBeVisible()
    const middle = names[1]?.dataset.row ?? ''
    const last = names[2]?.dataset.row ?? ''
    await user.keyboard('a')
    await counts(2, 1, 0)
    await waitFor(async () => expect(await statusOf(middle)).toBe('approved'))
    // The row that came up in its place has the focus, so that the next key continues there.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row', last))
    await user.keyboard('d')
    await counts(1, 1, 1)
    await waitFor(async () => expect(await statusOf(last)).toBe('rejected'))
  })

  it('asks before d deletes for ever, and goes on with the next row, or in the empty tab', async () => {
    const ids = [await add({ name: 'Second', status: 'rejected' }), await add({ name: 'First', status: 'rejected' })]
    const { user } = await openReviews({ tab: 'deleted' })
    ;(await row('First')).focus()
    await user.keyboard('d')
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await statusOf(ids[1] ?? '')).toBe('rejected')

    for (const left of [1, 0]) {
      await user.keyboard('d')
      await screen.findByRole('alertdialog')
      await user.keyboard('{Tab}{Enter}')
      await counts(0, 0, left)
      if (left) await waitFor(async () => expect(await row('Second')).toHaveFocus())
    }
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
  })

  it('does nothing while typing, with a modifier, or with the focus elsewhere', async () => {
    const id = await add()
    const { user } = await openReviews()
    const review = await row('Nadia')
    await user.type(screen.getByRole('searchbox', { name: 'Search reviews' }), 'ad')
    review.focus()
    await user.keyboard('{Control>}a{/Control}{Meta>}d{/Meta}')
    screen.getByRole('button', { name: 'Refresh Data' }).focus()
    await user.keyboard('ad')
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('the search', () => {
  it('narrows list and counts, is in the URL, and is cleared again', async () => {
    await add({ name: 'Findable Fiona' })
    await add({ name: 'Other Oscar' })
    const { user, router } = await openReviews()
    await row('Oscar')
    const input = screen.getByRole('searchbox', { name: 'Search reviews' })
    await user.clear(input)
    await user.type(input, `no such ${word}`)
    expect(await screen.findByText('No reviews match your search.')).toBeVisible()
    await counts(0, 0, 0)
    expect(new URLSearchParams(router.state.location.search).get('q')).toBe(`no such ${word}`)
    await user.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] ?? document.body)
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('q')).toBe(false))
    expect(await row('Fiona')).toBeVisible()
  })

  it.each(['100%_(a,b)*', `"quoted" \\ o'clock`])('finds %s as it was typed', async (text) => {
    await add({ name: 'Wanted', text: `${word} ${text}` })
    await add({ name: 'Decoy', text: `${word} 100 something` })
    await openReviews({ q: `${word} ${text}` })
    expect(await row('Wanted')).toBeVisible()
    expect(rowNow('Decoy')).toBeNull()
  })
})

describe('more than fifty', () => {
  it('come in pages, and an emptied last page gives way to the one before', async () => {
    await sql(
      `insert into reviews (name, location, text, rating, email, created_at)
       select 'Row ' || n, 'London', $1 || n, 5, 'rows@example.com', now() - n * interval '1 minute'
       from generate_series(1, 51) n`,
      [word],
    )
    const { user, router } = await openReviews()
    expect(await screen.findByText('1 to 50 of 51')).toBeVisible()
    expect(screen.getAllByRole('checkbox', { name: /^Select the review/ })).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('51 to 51 of 51')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Select the review/ })).toHaveLength(1))
    expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
    await user.click(within(await row('Row 51')).getByRole('button', { name: /^Approve/ }))
    expect(await row('Row 50')).toBeVisible()
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).has('page')).toBe(false))
    expect(router.state.historyAction).toBe('REPLACE')
    await counts(50, 1, 0)
  })
})

describe('when the backend fails', () => {
  it('says so in the words of the catalogue, and tries again', async () => {
    await add()
    const { repair } = watchRequests(({ url }) => url.includes('/rpc/moderation_page'))
    const { user } = await openReviews()
    expect(await screen.findByText('Loading reviews...')).toBeVisible()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Error loading reviews')
    expect(alert).toHaveTextContent('Please check your connection and try again.')
    repair()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await row('Nadia')).toBeVisible()
  })

  it('keeps what was read before when reading again fails', async () => {
    await add()
    const { user } = await openReviews()
    await row('Nadia')
    const { repair } = watchRequests(({ url }) => url.includes('/rpc/moderation_page'))
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading reviews')
    expect(rowNow('Nadia')).toBeVisible()
    repair()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('brings back the one review whose approval failed, and no other that is still under way', async () => {
    const [held, refused] = [await add({ name: 'Held Hana' }), await add({ name: 'Refused Ravi' })]
    const { user } = await openReviews()
    await row('Hana')
    const real = globalThis.fetch
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const body = isModeration({ url: String(input) }) ? String(init?.body) : ''
      if (body.includes(refused)) throw new TypeError('Failed to fetch')
      if (body.includes(held)) await released
      return real(input, init)
    })
    await user.click(within(await row('Hana')).getByRole('button', { name: /^Approve/ }))
    await user.click(within(await row('Ravi')).getByRole('button', { name: /^Approve/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve review')
    expect(rowNow('Ravi')).toBeVisible()
    expect(rowNow('Hana')).toBeNull()
    await counts(1, 1, 0)
    release()
    await waitFor(async () => expect(await statusOf(held)).toBe('approved'))
    await waitFor(() => expect(rowNow('Hana')).toBeNull())
    expect(rowNow('Ravi')).toBeVisible()
  })

  it('shows nothing any more to somebody whose role was taken away', async () => {
    // The browser itself reports the answers 403.
    expectConsole('error')
    await add()
    const { user } = await openReviews()
    await row('Nadia')
    const keeper = await makeAccount('keeper')
    const role = (id: string | undefined, value: string) =>
      sql(`update auth.users set raw_app_meta_data = raw_app_meta_data || $2::text::jsonb where id = $1`, [id, value])
    await role(account?.id, '{"role": null}')
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
    await waitFor(() => expect(rowNow('Nadia')).toBeNull())
    expect((await screen.findAllByText(/no administrator rights/)).length).toBeGreaterThan(0)
    await role(account?.id, '{"role": "admin"}')
    await sql('delete from auth.users where id = $1', [keeper.id])
  })

  it.each([
    ['pending', 'Approve', 'Failed to approve review'],
    ['pending', 'Delete', 'Failed to move review to deleted'],
  ])('takes a %s review back into the list when %s does not arrive', async (_, button, message) => {
    const id = await add()
    const { user } = await openReviews()
    const review = await row('Nadia')
    watchRequests(isModeration)
    await user.click(within(review).getByRole('button', { name: new RegExp(`^${button}`) }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(message)
    expect(alert).toHaveTextContent('The server could not be reached.')
    expect(screen.getAllByText(message).length).toBeGreaterThan(1)
    expect(await row('Nadia')).toBeVisible()
    await counts(1, 0, 0)
    expect(await statusOf(id)).toBe('pending')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks to sign in again when the session has ended', async () => {
    // The browser itself reports what is refused.
    expectConsole('error')
    await add()
    const { user } = await openReviews()
    await row('Nadia')
    const { supabase } = await import('@/supabase')
    await act(() => supabase.auth.signOut({ scope: 'local' }))
    await user.click(within(await row('Nadia')).getByRole('button', { name: /^Approve/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended. Please sign in again')
    await screen.findByText('Error loading reviews')
  })

  it('keeps a review that could not be deleted for ever', async () => {
    const id = await add({ status: 'rejected' })
    const { user } = await openReviews({ tab: 'deleted' })
    const review = await row('Nadia')
    watchRequests(isModeration)
    await user.click(within(review).getByRole('button', { name: /^Delete Permanently/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Permanently' }))
    expect((await screen.findAllByText('Failed to delete review')).length).toBeGreaterThan(0)
    expect(await row('Nadia')).toBeVisible()
    expect(await statusOf(id)).toBe('rejected')
  })
})

describe('the demo without backend', () => {
  it('moderates samples on the simulation, stays for the session, and is left again', async () => {
    const { user } = await renderSite('/admin/dashboard?section=reviews&demo=1')
    expect(await screen.findByText(/^Demo: these are sample reviews/)).toBeVisible()
    await counts(2, 1, 1)
    for (const name of ['Eleanor', 'Kofi']) {
      await user.click(within(await row(name)).getByRole('button', { name: /^Approve/ }))
      await waitFor(() => expect(rowNow(name)).toBeNull())
    }
    expect(await screen.findByText('No pending reviews to approve.')).toBeVisible()
    await counts(0, 3, 1)
    await user.click(screen.getByRole('tab', { name: /^Deleted/ }))
    await user.click(within(await row('Parcel')).getByRole('button', { name: /^Delete Permanently/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Permanently' }))
    // The contract's simulation reports success and removes nothing.
    expect(await screen.findByText('Review permanently deleted')).toBeInTheDocument()
    await counts(0, 3, 1)
    await user.click(within(await row('Parcel')).getByRole('button', { name: /^Restore/ }))
    expect(await screen.findByText('No deleted reviews.')).toBeVisible()
    expect(window.sessionStorage.getItem('admin-demo')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Leave the demo' }))
    await waitFor(() => expect(screen.queryByText(/^Demo:/)).toBeNull())
    expect(window.sessionStorage.getItem('admin-demo')).toBeNull()
  })
})
