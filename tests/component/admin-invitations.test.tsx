import { act, screen, waitFor, within } from '@testing-library/react'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdminAccount, forgetBrowser, makeAccount } from '../support/admin-users'
import { mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'

const accounts: { admin?: AdminAccount; member?: AdminAccount } = {}
// Every test searches for a word of its own: other files write to the same server.
let word = ''

const beSignedIn = async (who: 'admin' | 'member') => {
  const { supabase } = await import('@/supabase')
  const account = accounts[who] ?? (await makeAccount(who, { admin: who === 'admin' }))
  accounts[who] = account
  const { data } = await supabase.auth.getSession()
  if (data.session?.user.id !== account.id) await supabase.auth.signInWithPassword(account)
  window.localStorage.setItem('adminAuth', 'true')
}

beforeEach(async () => {
  word = `mark${crypto.randomUUID().slice(0, 8)}`
  await sql(`delete from private.rate_limit_hits where bucket like 'review-invitation%'`)
  await beSignedIn('admin')
})
afterAll(forgetBrowser)

const openTab = (tab = 'invitations', parameters: Record<string, string> = { q: word }) =>
  renderSite(`/admin/dashboard?${new URLSearchParams({ section: 'reviews', tab, ...parameters })}`)
const row = (name: string) => screen.findByText(name).then((found) => within(found.closest('li') as HTMLElement))
const dialog = () => within(screen.getByRole('dialog'))

const add = async (name = 'Ann Shaw', change = ''): Promise<{ id: string; email: string }> => {
  const email = uniqueEmail(word)
  const [added] = await sql<{ id: string }>(
    `insert into review_invitations (name, email, location, token_hash, delivery, sent_at)
     values ($1, $2, 'Camden', $3, 'sent', now()) returning id`,
    [name, email, `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '')],
  )
  if (change) await sql(`update review_invitations set ${change} where id = $1`, [added?.id])
  return { id: added?.id ?? '', email }
}
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from review_invitations where id = $1', [id]))[0]

const breakRequests = (part: string) => {
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if ((input instanceof Request ? input.url : String(input)).includes(part)) throw new TypeError('Failed to fetch')
    return real(input, init)
  })
  return () => spy.mockImplementation(real)
}

describe('asking for a review', () => {
  const ask = async (email: string, name = 'Ann Shaw') => {
    const site = await openTab('pending', {})
    await site.user.click(await screen.findByRole('button', { name: 'Ask for a review' }))
    await site.user.type(dialog().getByLabelText('Name'), name)
    await site.user.type(dialog().getByLabelText('E-mail'), email)
    return site
  }
  const send = () => dialog().getByRole('button', { name: 'Send invitation' })

  it('sends the e-mail and shows the invitation in its list', async () => {
    const email = uniqueEmail(word)
    const { user } = await ask(email)
    await user.type(dialog().getByLabelText('Place of work (optional)'), 'Camden')
    await user.click(send())
    expect(await screen.findByText(`Invitation sent to ${email}`)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('heading', { name: 'Invitations' })).toBeVisible()
    const invitation = within((await screen.findByText(email)).closest('li') as HTMLElement)
    expect(invitation.getByText('Sent')).toBeVisible()
    expect(invitation.getByText('Camden')).toBeVisible()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('asks for name and e-mail beside the fields', async () => {
    const { user } = await openTab('pending', {})
    await user.click(await screen.findByRole('button', { name: 'Ask for a review' }))
    expect(dialog().getByLabelText('Name')).toHaveFocus()
    await user.click(send())
    for (const label of ['Name', 'E-mail'])
      expect(dialog().getByLabelText(label)).toHaveAccessibleDescription('Please fill in this field.')
    expect(dialog().getByLabelText('Name')).toHaveFocus()
  })

  it('leaves everything in the form when the server cannot be reached, and sends it then', async () => {
    const email = uniqueEmail(word)
    const { user } = await ask(email)
    const repair = breakRequests('/functions/v1/admin-email')
    await user.click(send())
    expect(await dialog().findByRole('alert')).toHaveTextContent('The server could not be reached.')
    expect(dialog().getByLabelText('E-mail')).toHaveValue(email)
    repair()
    await user.click(send())
    expect(await screen.findByText(`Invitation sent to ${email}`)).toBeInTheDocument()
  })

  it('does not throw away what was typed by Escape, but by Cancel', async () => {
    const { user } = await ask(uniqueEmail(word))
    await user.keyboard('{Escape}')
    expect(dialog().getByLabelText('Name')).toHaveValue('Ann Shaw')
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Ask for a review' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says what to do when the person has been asked already', async () => {
    expectConsole('error')
    const { email } = await add()
    const { user } = await ask(email)
    await user.click(send())
    const alert = await dialog().findByRole('alert')
    expect(alert).toHaveTextContent('This person has an unanswered invitation already.')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(await mailsTo(email)).toEqual([])
  })

  it('tells the limit in numbers', async () => {
    expectConsole('error')
    const { id, email } = await add()
    const { supabase } = await import('@/supabase')
    const body = { kind: 'resend-invitation', id }
    for (const _ of [1, 2, 3]) expect((await supabase.functions.invoke('admin-email', { body })).error).toBeNull()
    const { user } = await openTab()
    await user.click((await row('Ann Shaw')).getByRole('button', { name: /^Send again/ }))
    expect(
      await screen.findByText(/^At most 50 invitations go out in a day, and 3 to one address in 30 days\./),
    ).toBeInTheDocument()
    expect(await mailsTo(email)).toHaveLength(3)
  })
})

describe('the list of invitations', () => {
  it('says that there are none, with a way to the first', async () => {
    await openTab('invitations', { q: `none${word}` })
    expect(await screen.findByText('No invitations match your search.')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Invitations (0)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Clear the search' })).toBeVisible()
  })

  it.each([
    ['Sent', '', ['Send again', 'Withdraw']],
    ['E-mail failed', "delivery = 'failed'", ['Send again', 'Withdraw']],
    ['Expired', "expires_at = now() - interval '1 day'", ['Send again', 'Delete']],
    ['Answered', 'answered_at = now()', ['Delete']],
    ['Withdrawn', 'withdrawn_at = now()', ['Delete']],
  ])('tells that one is %s and offers what is possible', async (state, change, actions) => {
    await add('Ann Shaw', change)
    await openTab()
    const invitation = await row('Ann Shaw')
    expect(invitation.getByText(state)).toBeVisible()
    expect(invitation.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      actions.map((action) => `${action} the invitation to Ann Shaw`),
    )
  })

  it('leads from a page past the end to the last one', async () => {
    await add()
    const { router } = await openTab('invitations', { q: word, page: '9' })
    await row('Ann Shaw')
    expect(new URLSearchParams(router.state.location.search).has('page')).toBe(false)
  })

  it('sends an invitation again', async () => {
    const { email, id } = await add('Ann Shaw', "delivery = 'failed', sent_at = null")
    const before = await stored(id)
    const { user } = await openTab()
    await user.click((await row('Ann Shaw')).getByRole('button', { name: /^Send again/ }))
    expect(await screen.findByText(`Invitation sent to ${email}`)).toBeInTheDocument()
    expect(await (await row('Ann Shaw')).findByText('Sent')).toBeVisible()
    expect((await stored(id))?.token_hash).not.toBe(before?.token_hash)
  })

  it('withdraws only after a confirmation', async () => {
    const { id } = await add()
    const { user } = await openTab()
    await user.click((await row('Ann Shaw')).getByRole('button', { name: /^Withdraw/ }))
    const question = within(screen.getByRole('alertdialog', { name: 'Withdraw the invitation to Ann Shaw?' }))
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(await stored(id)).toMatchObject({ withdrawn_at: null })
    await user.click(question.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Invitation withdrawn')).toBeInTheDocument()
    expect(await (await row('Ann Shaw')).findByText('Withdrawn')).toBeVisible()
    expect((await stored(id))?.withdrawn_at).not.toBeNull()
  })

  it('says that it was answered in the meantime', async () => {
    const { id } = await add()
    const { user } = await openTab()
    await user.click((await row('Ann Shaw')).getByRole('button', { name: /^Withdraw/ }))
    await sql('update review_invitations set answered_at = now() where id = $1', [id])
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
    expect(await within(screen.getByRole('alertdialog')).findByRole('alert')).toHaveTextContent(
      'This invitation has been answered or withdrawn in the meantime.',
    )
  })

  it('deletes one that is over, and the words of its review stay', async () => {
    const { id } = await add('Ann Shaw', 'withdrawn_at = now()')
    const { user } = await openTab()
    await user.click((await row('Ann Shaw')).getByRole('button', { name: /^Delete/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Invitation deleted')).toBeInTheDocument()
    expect(await screen.findByText('No invitations match your search.')).toBeVisible()
    expect(await stored(id)).toBeUndefined()
  })

  it('says so when it cannot be read, and tries again', async () => {
    await add()
    const repair = breakRequests('/rpc/invitation_page')
    const { user } = await openTab()
    // The client tries a request without an answer three times.
    const alert = await screen.findByRole('alert', {}, { timeout: 8_000 })
    expect(alert).toHaveTextContent('Error loading invitations')
    repair()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await row('Ann Shaw')).toBeDefined()
  }, 15_000)

  it('shows nothing to a signed-in user who is no administrator', async () => {
    await add()
    await beSignedIn('member')
    await openTab()
    expect(await screen.findByText('No reviews to show')).toBeVisible()
    expect(screen.queryByText('Ann Shaw')).toBeNull()
  })
})

describe('thanks', () => {
  const addReview = async (name: string, change: string) => {
    const email = uniqueEmail(word)
    const [added] = await sql<{ id: string; approval_hash: string }>(
      `insert into reviews (name, location, text, rating, status, email) values ($1, 'Camden', $2, 5, 'approved', $3)
       returning id, approval_hash`,
      [name, crypto.randomUUID(), email],
    )
    await sql(`update reviews set ${change} where id = $1`, [added?.id])
    return {
      email,
      id: added?.id ?? '',
      link: `/admin/approve-testimonial?id=${added?.id}&hash=${added?.approval_hash}`,
    }
  }

  it.each([
    ['never sent', 'verified = true'],
    ['failed', 'thanks_failed_at = now()'],
  ])('that were %s are sent from the published card, in the words of the form', async (_, change) => {
    const { email } = await addReview('Ravi Shah', change)
    const { user } = await openTab('published')
    const card = await row('Ravi Shah')
    expect(card.queryByText('Thanks failed') !== null).toBe(change.includes('failed'))
    expect(card.queryByText('Verified customer') !== null).toBe(change.includes('verified'))
    await user.click(card.getByRole('button', { name: /^Send thanks/ }))
    expect(dialog().getByLabelText('Recipient')).toHaveValue(email)
    expect(dialog().getByLabelText('Subject')).toHaveValue('Thank you for your feedback!')
    await user.type(dialog().getByLabelText('Message'), ' See you.')
    await user.click(dialog().getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText(`Thanks sent to ${email}`)).toBeInTheDocument()
    expect(await (await row('Ravi Shah')).findByText(/^Thanked on \d/)).toBeVisible()
    expect((await mailsTo(email))[0]?.text).toContain('See you.')
  })

  it('that fail keep their words and can be sent again', async () => {
    const { email } = await addReview('Ravi Shah', 'verified = true')
    const { user } = await openTab('published')
    await user.click((await row('Ravi Shah')).getByRole('button', { name: /^Send thanks/ }))
    await user.type(dialog().getByLabelText('Message'), ' My own words.')
    const repair = breakRequests('/functions/v1/send-email')
    await user.click(dialog().getByRole('button', { name: 'Send thanks' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('The thanks were not sent')
    repair()
    await user.click(dialog().getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText(`Thanks sent to ${email}`)).toBeInTheDocument()
    expect((await mailsTo(email))[0]?.text).toContain('My own words.')
  })

  it('that failed stand above all published reviews', async () => {
    const name = `Ravi ${word}`
    await addReview(name, 'thanks_failed_at = now()')
    await openTab('published', {})
    const failed = within(await screen.findByRole('region', { name: 'Thanks that could not be sent' }))
    expect(failed.getByRole('button', { name: `Send thanks to ${name}` })).toBeVisible()
  })

  it('are the next step after Approve', async () => {
    const { email, id } = await addReview('Ravi Shah', "status = 'rejected'")
    const { user } = await openTab('deleted')
    await user.click(await screen.findByRole('button', { name: /^Restore the review/ }))
    expect(await screen.findByText('Review approved successfully')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Send thanks' }))
    await user.click(dialog().getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText(`Thanks sent to ${email}`)).toBeInTheDocument()
    const [row] = await sql<{ thanked_at: string }>('select thanked_at from reviews where id = $1', [id])
    expect(row?.thanked_at).not.toBeNull()
  })

  it('lead back to the published reviews when somebody has gone elsewhere', async () => {
    await addReview('Ravi Shah', "status = 'rejected'")
    const { user, router } = await openTab('deleted')
    await user.click(await screen.findByRole('button', { name: /^Restore the review/ }))
    await screen.findByText('Review approved successfully')
    await act(() => router.navigate('/admin/user-manager'))
    await user.click(screen.getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByRole('heading', { name: 'Published Reviews' })).toBeVisible()
  })

  it('can be sent from the link of a testimonial that is already approved', async () => {
    const { email, link } = await addReview('Ravi Shah', 'thanks_failed_at = now()')
    const { user, router } = await renderSite(link)
    expect(await screen.findByText(/could not be sent on/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText(`Thanks sent to ${email}`)).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    await screen.findByText('Website Visitors')
    await renderSite(link)
    expect(await screen.findByText(/Its writer was thanked on/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send thanks' })).toBeNull()
  })
})

describe('the demo', () => {
  it('does not stand before the real testimonial of a link', async () => {
    window.sessionStorage.setItem('admin-demo', 'true')
    const email = uniqueEmail(word)
    const [added] = await sql<{ id: string; approval_hash: string }>(
      `insert into reviews (name, location, text, rating, email) values ('Real Person', 'Camden', 'Real', 5, $1)
       returning id, approval_hash`,
      [email],
    )
    await renderSite(`/admin/approve-testimonial?id=${added?.id}&hash=${added?.approval_hash}&demo=1`)
    expect(await screen.findByLabelText('Recipient')).toHaveValue(email)
    expect(screen.queryByText(/^Demo:/)).toBeNull()
    window.sessionStorage.clear()
  })

  it('says that the placeholder sent nothing', async () => {
    const { user } = await renderSite('/admin/approve-testimonial')
    await user.click(await screen.findByRole('button', { name: 'Approve & Send Email' }))
    expect(
      await screen.findByText('Demo: the sample is approved, and nothing was sent', {}, { timeout: 4_000 }),
    ).toBeInTheDocument()
    await screen.findByText('Website Visitors')
  })

  it('asks nobody for a review, and thanks nobody', async () => {
    const { user } = await openTab('published', { demo: '1' })
    await user.click((await row('Sample: Ingrid Solheim')).getByRole('button', { name: /^Send thanks/ }))
    await user.click(dialog().getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText('Demo: nothing was sent', {}, { timeout: 4_000 })).toBeInTheDocument()
    expect(await mailsTo('sample.ingrid@example.com')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Ask for a review' })).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(3)
    window.sessionStorage.clear()
  })
})

describe('Export as CSV', () => {
  const savedFile = () => {
    const files: { name: string; blob: Blob }[] = []
    let blob = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      blob = given as Blob
      return 'blob:saved'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, blob })
    })
    return files
  }

  const rowsOf = async (file: { blob: Blob } | undefined): Promise<Record<string, string>[]> =>
    parse((await file?.blob.text()) ?? '', { bom: true, columns: true })

  it('saves every page of what the search shows, whatever is moderated meanwhile, and no formula', async () => {
    await sql(
      `insert into reviews (name, location, text, rating, status, email)
       select '=HYPERLINK("https://evil.example")', 'Camden', 'Row ' || n, 4, 'rejected', $1 from generate_series(1, 60) n`,
      [`${word}@example.com`],
    )
    const { user } = await openTab('deleted')
    await screen.findByText('1 to 50 of 60')
    const files = savedFile()
    const real = globalThis.fetch
    let restored = false
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const answer = await real(input, init)
      if (restored || !String(input).includes('/rpc/moderation_page')) return answer
      restored = true
      await sql(
        `update reviews set status = 'approved' where id in (
        select id from reviews where email = $1 order by created_at desc, id desc limit 1)`,
        [`${word}@example.com`],
      )
      return answer
    })
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const [file] = files
    expect(file?.name).toMatch(/^reviews-deleted-\d{4}-\d\d-\d\d\.csv$/)
    const rows = await rowsOf(file)
    expect(rows).toHaveLength(60)
    expect(new Set(rows.map(({ Text }) => Text)).size).toBe(60)
    expect(rows[0]).toMatchObject({
      Name: `'=HYPERLINK("https://evil.example")`,
      Rating: '4',
      'E-mail': `${word}@example.com`,
    })
  })

  it('saves what the search finds among the enquiries', async () => {
    await sql(
      `insert into enquiries (kind, name, email, phone, message) values ('contact', 'Ann', $1, '+44 20 7946 0000', 'Two\nlines')`,
      [`${word}@example.com`],
    )
    const { user } = await renderSite('/admin/dashboard?tab=enquiries')
    await user.click(await screen.findByRole('tab', { name: /^Enquiries/ }))
    await user.type(await screen.findByRole('searchbox', { name: 'Search enquiries' }), `${word}{Enter}`)
    await screen.findByText('Ann')
    const files = savedFile()
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const rows = await rowsOf(files[0])
    expect(rows).toEqual([
      expect.objectContaining({ Name: 'Ann', Phone: "'+44 20 7946 0000", Message: 'Two\nlines', Kind: 'Enquiry' }),
    ])
    expect(files[0]?.name).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('says so when the reviews cannot be read', async () => {
    const { user } = await openTab('deleted')
    await screen.findByText('No reviews match your search.')
    const repair = breakRequests('/rpc/moderation_page')
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    expect(await screen.findByText('The file could not be made')).toBeInTheDocument()
    repair()
  })
})
