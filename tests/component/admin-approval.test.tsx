import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdminAccount, forgetBrowser, makeAccount } from '../support/admin-users'
import { forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'

const accounts: { admin?: AdminAccount; member?: AdminAccount } = {}

const beSignedIn = async (who: 'admin' | 'member') => {
  const { supabase } = await import('@/supabase')
  const account = accounts[who] ?? (await makeAccount(who, { admin: who === 'admin' }))
  accounts[who] = account
  const { data } = await supabase.auth.getSession()
  if (data.session?.user.id !== account.id) await supabase.auth.signInWithPassword(account)
  window.localStorage.setItem('adminAuth', 'true')
}

beforeEach(async () => {
  await forgetCalls('send-email')
  await beSignedIn('admin')
})
afterAll(forgetBrowser)

/** Stores a testimonial, and returns the link of the e-mail the owner gets. Not by the form, whose limit others test meanwhile. */
const submitted = async () => {
  const email = uniqueEmail('writer')
  const [row] = await sql<{ id: string; approval_hash: string }>(
    'insert into reviews (name, location, text, email, rating) values ($1, $2, $3, $4, $5) returning id, approval_hash',
    ['Ravi 🙂 Shah', 'Ealing', `No dust, ${email}.`, email, 4],
  )
  if (!row) throw new Error('Nothing was stored')
  return { email, id: row.id, link: `/admin/approve-testimonial?id=${row.id}&hash=${row.approval_hash}` }
}
const statusOf = async (id: string) =>
  (await sql<{ status: string }>('select status from reviews where id = $1', [id]))[0]?.status

// Code of a screen that is loaded after its test has ended disturbs the next one.
const dashboardLoaded = () => screen.findByText('Website Visitors')

const send = () => screen.findByRole('button', { name: 'Approve & Send Email' })
const breakRequests = (part: string) => {
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if ((input instanceof Request ? input.url : String(input)).includes(part)) throw new TypeError('Failed to fetch')
    return real(input, init)
  })
  return () => spy.mockImplementation(real)
}

describe('the link of the notification e-mail', () => {
  it('shows the testimonial, approves it and thanks its writer in the words of the form', async () => {
    const { email, id, link } = await submitted()
    const { user, router } = await renderSite(link)
    expect(await screen.findByRole('heading', { name: 'Approval with Email Notification' })).toBeVisible()
    await send()
    expect(screen.getByText(`No dust, ${email}.`)).toBeVisible()
    expect(screen.getByText('Ravi 🙂 Shah').tagName).toBe('BDI')
    expect(screen.getByLabelText('Recipient')).toHaveValue(email)
    expect(screen.getByLabelText('Recipient')).toHaveAttribute('readonly')
    const subject = screen.getByLabelText('Subject')
    const message = screen.getByLabelText<HTMLTextAreaElement>('Message')
    expect(subject).toHaveValue('Thank you for your feedback!')
    expect(message.value).toMatch(/^Dear Ravi 🙂 Shah,\n\nThank you for/)
    await user.clear(subject)
    await user.type(subject, 'Thanks, Ravi')
    await user.type(message, '\nPS: <b>See you</b>')
    await user.click(await send())
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    await dashboardLoaded()
    expect(await statusOf(id)).toBe('approved')
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [email], subject: 'Thanks, Ravi' })
    expect(mail?.text).toContain('PS: <b>See you</b>')
    expect(mail?.html).toContain('PS: &lt;b&gt;See you&lt;/b&gt;')
  })

  it('sends one e-mail by a double click', async () => {
    const { email, link } = await submitted()
    const { user } = await renderSite(link)
    await user.dblClick(await send())
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    await dashboardLoaded()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('goes back by Cancel and changes nothing', async () => {
    const { email, id, link } = await submitted()
    const { user, router } = await renderSite(link)
    await send()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    await dashboardLoaded()
    expect(await statusOf(id)).toBe('pending')
    expect(await mailsTo(email)).toEqual([])
  })

  it('asks for subject and message, beside the fields', async () => {
    const { id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    const subject = screen.getByLabelText('Subject')
    await user.clear(subject)
    await user.click(await send())
    expect(subject).toHaveAccessibleDescription('Please fill in this field.')
    expect(subject).toHaveFocus()
    expect(await statusOf(id)).toBe('pending')
  })

  it.each([
    ['approved', 'This testimonial is already approved', 'Show published reviews'],
    ['rejected', 'This testimonial was deleted', 'Show deleted reviews'],
  ])('explains a testimonial that is %s already', async (status, sentence, next) => {
    const { id, link } = await submitted()
    await sql('update reviews set status = $2 where id = $1', [id, status])
    await renderSite(link)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: next })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve & Send Email' })).toBeNull()
  })

  it.each([
    ['another hash', (id: string) => `id=${id}&hash=${'f'.repeat(64)}`],
    ['a made-up id', () => `id=${crypto.randomUUID()}&hash=${'f'.repeat(64)}`],
    ['half of itself', (id: string) => `id=${id}`],
    ['what is no id', () => 'id=1&hash=x'],
  ])('opens nothing with %s', async (_, query) => {
    const { id } = await submitted()
    await renderSite(`/admin/approve-testimonial?${query(id)}`)
    expect(await screen.findByText('Testimonial not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show pending reviews' })).toBeVisible()
    expect(screen.queryByText(/^No dust/)).toBeNull()
  })

  it('shows nothing to a signed-in user who is no administrator', async () => {
    const { email, link } = await submitted()
    await beSignedIn('member')
    await renderSite(link)
    expect(await screen.findByText('No testimonial to show')).toBeVisible()
    expect(screen.queryByText(new RegExp(email))).toBeNull()
  })
})

describe('two administrators', () => {
  it('the second is told what the first decided, and no e-mail goes out', async () => {
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    await sql("update reviews set status = 'rejected' where id = $1", [id])
    await user.click(await send())
    expect(await screen.findByText('This testimonial was deleted')).toBeVisible()
    expect(await statusOf(id)).toBe('rejected')
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('faults', () => {
  it('keep everything typed when the approval does not arrive', async () => {
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    await user.type(screen.getByLabelText('Message'), ' My own words.')
    const repair = breakRequests('/functions/v1/moderate-reviews')
    await user.click(await send())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to approve testimonial and send email')
    expect(alert).toHaveTextContent('The server could not be reached.')
    expect(await statusOf(id)).toBe('pending')
    repair()
    await user.click(await send())
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    expect((await mailsTo(email))[0]?.text).toContain('My own words.')
  })

  it('between the two steps leave an approved testimonial and a way to send only the e-mail', async () => {
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    const repair = breakRequests('/functions/v1/send-email')
    await user.click(await send())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The testimonial is approved, but the email was not sent')
    expect(await statusOf(id)).toBe('approved')
    expect(await mailsTo(email)).toEqual([])
    repair()
    await user.click(screen.getByRole('button', { name: 'Send Email Again' }))
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('keep everything typed when somebody else is thanking the writer at the same moment', async () => {
    expectConsole('error')
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    await user.type(screen.getByLabelText('Message'), ' My own words.')
    await sql('update reviews set thanks_claimed_at = now() where id = $1', [id])
    await user.click(await send())
    expect(await screen.findByRole('alert')).toHaveTextContent('This is being sent at this moment.')
    await sql('update reviews set thanks_claimed_at = null where id = $1', [id])
    await user.click(screen.getByRole('button', { name: 'Send Email Again' }))
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    expect((await mailsTo(email))[0]?.text).toContain('My own words.')
  })
})

describe('without a link', () => {
  it('shows the placeholder on the simulation, and approves it after its delays', async () => {
    const { user, router } = await renderSite('/admin/approve-testimonial')
    expect(await screen.findByText(/^Demo: these are sample reviews/)).toBeVisible()
    expect(screen.getByLabelText('Recipient')).toHaveValue('sample.eleanor@example.com')
    const started = performance.now()
    await user.click(await send())
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_490)
    expect(await mailsTo('sample.eleanor@example.com')).toEqual([])
  })
})
