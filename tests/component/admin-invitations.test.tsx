import { act, screen, waitFor, within } from '@testing-library/react'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { delayResponses, mockOffline } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { mailsTo, sql, uniqueEmail } from '../support/test-server'
import {
  captureDownloads,
  dialog,
  insert,
  loseConnection,
  pressTwice,
  question,
  reconnect,
  setFieldValue,
  signInAs,
} from './admin-support'

// Finds this test's rows on the shared server.
let word = ''
const NOW = new Date().toISOString()

beforeEach(async () => {
  word = `mark${crypto.randomUUID().slice(0, 8)}`
  await sql(`delete from private.rate_limit_hits where bucket like 'review-invitation%'`)
  await signInAs()
})
afterAll(forgetBrowser)

const openTab = (tab = 'invitations', parameters: Record<string, string> = { q: word }) =>
  renderSite(`/admin/dashboard?${new URLSearchParams({ section: 'reviews', tab, ...parameters })}`)
const row = (name: string) => screen.findByText(name).then((found) => within(found.closest('li') as HTMLElement))
const click = async ({ user }: Awaited<ReturnType<typeof renderSite>>, label: RegExp, name = 'Ann Shaw') =>
  user.click((await row(name)).getByRole('button', { name: label }))

const add = (name = 'Ann Shaw', change: Record<string, string | null> = {}) =>
  insert('review_invitations', { name, email: uniqueEmail(word), ...change })
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from review_invitations where id = $1', [id]))[0]

it('an administrator asks a customer for a review, and the invitation is listed', async () => {
  expectConsole('error')
  const asked = await add()
  const email = uniqueEmail(word)
  const { user } = await openTab('pending', {})
  const open = async () => user.click(await screen.findByRole('button', { name: 'Ask for a review' }))
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const send = () => dialog().getByRole('button', { name: 'Send invitation' })
  await open()
  expect(dialog().getByLabelText('Name')).toHaveFocus()
  await user.click(send())
  for (const label of ['Name', 'Email'])
    expect(dialog().getByLabelText(label)).toHaveAccessibleDescription('Please fill in this field.')
  expect(dialog().getByLabelText('Name')).toHaveFocus()
  setFieldValue(dialog().getByLabelText('Name'), 'Ann Shaw')
  setFieldValue(dialog().getByLabelText('Email'), asked.email)
  await user.click(send())
  const alert = await dialog().findByRole('alert')
  expect(alert).toHaveTextContent('This person already has an unanswered invitation.')
  expect(send()).toHaveFocus()
  expect(await mailsTo(asked.email)).toEqual([])

  await user.keyboard('{Escape}')
  const discard = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(discard).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(dialog().getByLabelText('Name')).toHaveValue('Ann Shaw'))
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await isClosed()
  await open()
  await user.keyboard('{Escape}')
  await isClosed()

  await open()
  setFieldValue(dialog().getByLabelText('Name'), 'Ann Shaw')
  setFieldValue(dialog().getByLabelText('Email'), email)
  setFieldValue(dialog().getByLabelText('Job location (optional)'), 'Camden')
  mockOffline(/functions\/v1\/admin-email/)
  await user.click(send())
  expect(await dialog().findByRole('alert')).toHaveTextContent('Couldn’t reach the server.')
  expect(dialog().getByLabelText('Email')).toHaveValue(email)
  reconnect()
  await user.click(send())
  expect(await screen.findByText(`Invitation sent to ${email}`)).toBeInTheDocument()
  await isClosed()
  expect(await screen.findByRole('heading', { name: 'Invitations' })).toBeVisible()
  const invitation = await row(email)
  expect(invitation.getByText('Sent')).toBeVisible()
  expect(invitation.getByText('Camden')).toBeVisible()
  expect(await mailsTo(email)).toHaveLength(1)
})

describe('the invitation list', () => {
  it('lists invitations with their status and actions, even if the page is out of range', async () => {
    const states = [
      ['Sent', {}, ['Send again', 'Withdraw']],
      ['Email failed', { delivery: 'failed' }, ['Send again', 'Withdraw']],
      ['Expired', { expires_at: '2026-01-01' }, ['Send again', 'Delete']],
      ['Answered', { answered_at: NOW }, ['Delete']],
      ['Withdrawn', { withdrawn_at: NOW }, ['Delete']],
    ] as const
    for (const [state, change] of states) await add(`Is ${state}`, change)
    await openTab('invitations', { q: word, page: '9' })
    for (const [state, , actions] of states) {
      const invitation = await row(`Is ${state}`)
      expect(invitation.getByText(state)).toBeVisible()
      expect(invitation.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
        actions.map((action) => `${action} the invitation to Is ${state}`),
      )
    }
  })

  it('resends an invitation once on a double click, and explains the limit', async () => {
    expectConsole('error')
    const { email, id } = await add('Ann Shaw', { delivery: 'failed', sent_at: null })
    const before = await stored(id)
    const site = await openTab()
    const again = (await row('Ann Shaw')).getByRole('button', { name: /^Send again/ })
    const calls = await pressTwice(again, /admin-email/, 'Sending...')
    expect(await screen.findByText(`Invitation sent to ${email}`)).toBeInTheDocument()
    expect(calls()).toBe(1)
    expect(await (await row('Ann Shaw')).findByText('Sent')).toBeVisible()
    expect((await stored(id))?.token_hash).not.toBe(before?.token_hash)

    const { supabase } = await import('@/admin/backend/client')
    const body = { kind: 'resend-invitation', id }
    for (const _ of [2, 3]) expect((await supabase.functions.invoke('admin-email', { body })).error).toBeNull()
    await click(site, /^Send again/)
    const limit = /^You can send up to 50 invitations a day, and 3 to the same address in 30 days\./
    expect(await screen.findByText(limit)).toBeInTheDocument()
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it('withdraws an invitation only after confirmation and if still unanswered, then deletes it', async () => {
    const { id } = await add()
    const site = await openTab()
    await click(site, /^Withdraw/)
    const withdrawal = within(screen.getByRole('alertdialog', { name: 'Withdraw the invitation to Ann Shaw?' }))
    expect(withdrawal.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(await stored(id)).toMatchObject({ withdrawn_at: null })
    await sql('update review_invitations set answered_at = now() where id = $1', [id])
    await site.user.click(withdrawal.getByRole('button', { name: 'Withdraw' }))
    expect(await withdrawal.findByRole('alert')).toHaveTextContent(
      'This invitation has since been answered or withdrawn.',
    )
    await sql('update review_invitations set answered_at = null where id = $1', [id])
    const list = delayResponses(/rpc\/invitation_page/)
    await site.user.click(withdrawal.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Invitation withdrawn')).toBeInTheDocument()
    expect(list.count()).toBe(1)
    expect((await row('Ann Shaw')).queryByText('Withdrawn')).toBeNull()
    list.release()
    expect(await (await row('Ann Shaw')).findByText('Withdrawn')).toBeVisible()
    expect((await stored(id))?.withdrawn_at).not.toBeNull()

    await click(site, /^Delete/)
    await site.user.click(question().getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Invitation deleted')).toBeInTheDocument()
    expect(await screen.findByText('No invitations match your search.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Clear search' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Invitations (0)' })).toBeVisible()
    expect(await stored(id)).toBeUndefined()
  })
})

describe('thank-you emails', () => {
  const addReview = async (change: Record<string, string | boolean>, name = 'Ravi Shah') => {
    const row = { name, text: crypto.randomUUID(), status: 'approved', email: uniqueEmail(word), ...change }
    const { id, email, approval_hash } = await insert('reviews', row)
    return { email, link: `/admin/approve-testimonial?id=${id}&hash=${approval_hash}` }
  }
  const send = () => dialog().getByRole('button', { name: 'Send thank-you email' })

  it('sends an edited thank-you email from a published review, keeping the text on failure', async () => {
    const { email } = await addReview({ verified: true })
    const site = await openTab('published')
    expect((await row('Ravi Shah')).getByText('Verified customer')).toBeVisible()
    expect((await row('Ravi Shah')).queryByText('Thank-you email failed')).toBeNull()
    await click(site, /^Send thank-you email/, 'Ravi Shah')
    expect(dialog().getByLabelText('Recipient')).toHaveValue(email)
    expect(dialog().getByLabelText('Subject')).toHaveValue('Thank you for your feedback!')
    await site.user.type(dialog().getByLabelText('Message'), ' See you.')
    mockOffline(/functions\/v1\/send-email/)
    await site.user.click(send())
    expect(await dialog().findByRole('alert')).toHaveTextContent('The thank-you email wasn’t sent')
    reconnect()
    await site.user.click(send())
    expect(await screen.findByText(`Thank-you email sent to ${email}`)).toBeInTheDocument()
    expect(await (await row('Ravi Shah')).findByText(/^Thank-you email sent on \d/)).toBeVisible()
    expect((await mailsTo(email))[0]?.text).toContain('See you.')
  })

  it('lists failed thank-you emails above all published reviews, where they can be resent', async () => {
    const name = `Ravi ${word}`
    const { email } = await addReview({ thanks_failed_at: NOW }, name)
    const { user } = await openTab('published')
    expect((await row(name)).getByText('Thank-you email failed')).toBeVisible()
    expect((await row(name)).queryByText('Verified customer')).toBeNull()
    const search = screen.getByRole('searchbox', { name: 'Search reviews' })
    await user.clear(search)
    await user.type(search, '{Enter}')
    const failed = within(await screen.findByRole('region', { name: 'Failed thank-you emails' }))
    await user.click(failed.getByRole('button', { name: `Send thank-you email to ${name}` }))
    await user.click(send())
    expect(await screen.findByText(`Thank-you email sent to ${email}`)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: `Send thank-you email to ${name}` })).toBeNull())
  })

  it('offers to say thanks after a review is restored, even from another page', async () => {
    const { email } = await addReview({ status: 'rejected' })
    await addReview({ status: 'rejected' }, 'Zoe Last')
    const { user, router } = await openTab('deleted')
    const restore = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Restore the review by ${name}` }))
      return screen.findByRole('button', { name: 'Say thanks' })
    }
    await user.click(await restore('Ravi Shah'))
    expect(dialog().getByLabelText('Recipient')).toHaveValue(email)
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Say thanks' })).toBeNull())
    const sayThanks = await restore('Zoe Last')
    await act(() => router.navigate('/admin/user-manager'))
    await user.click(sayThanks)
    expect(await screen.findByRole('heading', { name: 'Published Reviews' })).toBeVisible()
  })

  it('sends the thank-you email from the link of an already approved testimonial', async () => {
    const { email, link } = await addReview({ thanks_failed_at: NOW })
    const { user, router } = await renderSite(link)
    expect(await screen.findByText('This testimonial is already approved')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show published reviews' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve & Send Email' })).toBeNull()
    expect(screen.getByText(/The thank-you email failed on/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send thank-you email' }))
    expect(await screen.findByText(`Thank-you email sent to ${email}`)).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    await screen.findByText('Website Visitors')
    await renderSite(link)
    expect(await screen.findByText(/A thank-you email was sent on/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send thank-you email' })).toBeNull()
  })

  it('the demo sends no thank-you email, and hides invitations', async () => {
    const site = await openTab('published', { demo: '1' })
    await click(site, /^Send thank-you email/, 'Sample: Ingrid Solheim')
    await site.user.click(send())
    expect(await screen.findByText('Demo: no email sent')).toBeInTheDocument()
    expect(await mailsTo('sample.ingrid@example.com')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Ask for a review' })).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(3)
    window.sessionStorage.clear()
  })
})

describe('Export as CSV', () => {
  const exported = async ({ user }: Awaited<ReturnType<typeof renderSite>>) => {
    const files = captureDownloads()
    await user.click(screen.getByText('Export as CSV'))
    await waitFor(() => expect(files).toHaveLength(1))
    const text = (await files[0]?.blob.text()) ?? ''
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
    return { name: files[0]?.name, rows }
  }

  it('exports all searched reviews as CSV with formulas escaped, or reports the failure', async () => {
    await sql(
      `insert into reviews (name, location, text, rating, status, email, caught_as_spam)
       select '=HYPERLINK("https://evil.example")', 'Camden', 'Row ' || n, 4, 'rejected', $1, true from generate_series(1, 60) n`,
      [`${word}@example.com`],
    )
    const site = await openTab('deleted')
    await screen.findByText('1 to 50 of 60')
    const { name, rows } = await exported(site)
    expect(name).toMatch(/^reviews-deleted-\d{4}-\d\d-\d\d\.csv$/)
    expect(rows).toHaveLength(60)
    expect(new Set(rows.map(({ Text }) => Text)).size).toBe(60)
    const written = { Name: `'=HYPERLINK("https://evil.example")`, Rating: '4', Email: `${word}@example.com` }
    const marks = { 'Caught by the spam filter': 'Yes', 'Reason for deletion': 'Not recorded' }
    expect(rows[0]).toMatchObject({ ...written, ...marks })

    loseConnection(/rpc\/moderation_page/)
    await site.user.click(screen.getByText('Export as CSV'))
    expect(await screen.findByText('Couldn’t create the file')).toBeInTheDocument()
  })

  it('exports the enquiries that match the search as CSV', async () => {
    await sql(
      `insert into enquiries (kind, name, email, phone, message, status, note)
        values ('contact', 'Ann', $1, '+44 20 7946 0000', 'Two\nlines', 'visit booked', '=1+1')`,
      [`${word}@example.com`],
    )
    const site = await renderSite('/admin/dashboard?tab=enquiries')
    await site.user.type(await screen.findByRole('searchbox', { name: 'Search enquiries' }), `${word}{Enter}`)
    await screen.findByText('Ann')
    const { name, rows } = await exported(site)
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ Name: 'Ann', Phone: "'+44 20 7946 0000", Message: 'Two\nlines', Kind: 'Enquiry' },
        ...{ Status: 'Visit booked', 'Status changed': '', Note: "'=1+1" },
      }),
    ])
    expect(name).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)
  })
})
