import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mockOffline } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'
import { fetchReviewStatus, fillSessionStorage, insert, reconnect, setFieldValue, signInAs } from './admin-support'

beforeEach(async () => {
  await resetRateLimit('send-email')
  await signInAs()
})
afterAll(forgetBrowser)

// Avoids the form's limit, which other tests use up.
const submitted = async () => {
  const email = uniqueEmail('writer')
  const row = { name: 'Ravi 🙂 Shah', text: `No dust, ${email}.`, email, rating: 4 }
  const { id, approval_hash } = await insert('reviews', row)
  return { email, id, link: `/admin/approve-testimonial?id=${id}&hash=${approval_hash}` }
}

type Router = Awaited<ReturnType<typeof renderSite>>['router']
const backOnDashboard = async (router: Router) => {
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  // Chunks that load after a test disturb the next one.
  await screen.findByText('Website Visitors')
}
const send = () => screen.findByRole('button', { name: 'Approve & Send Email' })
const alertSays = (text: string) => waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))

describe('the approval link', () => {
  it('an administrator approves a testimonial from the email link, and its author is thanked once', async () => {
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
    setFieldValue(subject, '')
    await user.click(await send())
    expect(subject).toHaveAccessibleDescription('Please fill in this field.')
    expect(subject).toHaveFocus()
    expect(await fetchReviewStatus(id)).toBe('pending')

    setFieldValue(subject, 'Thanks, Ravi')
    await user.type(message, '\nPS: <b>See you</b>')
    await user.dblClick(await send())
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    await backOnDashboard(router)
    expect(await fetchReviewStatus(id)).toBe('approved')
    const mails = await mailsTo(email)
    expect(mails).toEqual([expect.objectContaining({ subject: 'Thanks, Ravi' })])
    expect(mails[0]?.text).toContain('PS: <b>See you</b>')
  })

  it('shows "Testimonial not found" when the approval hash is wrong or missing', async () => {
    const { id } = await submitted()
    for (const query of [`&hash=${'f'.repeat(64)}`, '']) {
      await renderSite(`/admin/approve-testimonial?id=${id}${query}`)
      expect(await screen.findByText('Testimonial not found')).toBeVisible()
      expect(screen.getByRole('link', { name: 'Show pending reviews' })).toBeVisible()
      expect(screen.queryByText(/^No dust/)).toBeNull()
      cleanup()
    }
  })

  it('hides the testimonial from a signed-in user who is not an administrator', async () => {
    const { email, link } = await submitted()
    await signInAs('member')
    await renderSite(link)
    expect(await screen.findByText('No testimonial to show')).toBeVisible()
    expect(screen.queryByText(new RegExp(email))).toBeNull()
  })

  it('refuses to approve a testimonial that another administrator has deleted, and sends no email', async () => {
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    await sql("update reviews set status = 'rejected' where id = $1", [id])
    await user.click(await send())
    expect(await screen.findByText('This testimonial was deleted')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show deleted reviews' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve & Send Email' })).toBeNull()
    expect(await fetchReviewStatus(id)).toBe('rejected')
    expect(await mailsTo(email)).toEqual([])
  })

  it('keeps the typed message if approval or email fails, and retries only the missing step', async () => {
    expectConsole('error')
    const { email, id, link } = await submitted()
    const { user } = await renderSite(link)
    await send()
    await user.type(screen.getByLabelText('Message'), ' My own words.')
    mockOffline(/rpc\/(?:moderate|delete)_reviews/)
    await user.click(await send())
    await alertSays('Failed to approve testimonial and send email')
    await alertSays('Couldn’t reach the server.')
    expect(await fetchReviewStatus(id)).toBe('pending')

    reconnect()
    mockOffline(/functions\/v1\/send-email/)
    await user.click(await send())
    await alertSays('Testimonial approved, but the email wasn’t sent')
    expect(await fetchReviewStatus(id)).toBe('approved')
    expect(await mailsTo(email)).toEqual([])

    reconnect()
    const again = () => screen.findByRole('button', { name: 'Send Email Again' })
    await sql('update reviews set thanks_claimed_at = now() where id = $1', [id])
    await user.click(await again())
    await alertSays('This is already being sent.')
    await sql('update reviews set thanks_claimed_at = null where id = $1', [id])
    await user.click(await again())
    expect(await screen.findByText(`Testimonial approved and email sent to ${email}`)).toBeInTheDocument()
    expect(await mailsTo(email)).toEqual([expect.objectContaining({ text: expect.stringContaining('My own words.') })])
  })
})

describe('the approval demo', () => {
  it('the approval demo approves a sample without sending an email when there is no link', async () => {
    const { user, router } = await renderSite('/admin/approve-testimonial')
    expect(await screen.findByText(/^Demo: these are sample reviews/)).toBeVisible()
    expect(screen.getByLabelText('Recipient')).toHaveValue('sample.eleanor@example.com')
    await user.click(await send())
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText('Demo: sample approved, no email sent')).toBeInTheDocument()
    await backOnDashboard(router)
    expect(await mailsTo('sample.eleanor@example.com')).toEqual([])
  })

  it('the approval demo shows an error when session storage is full', async () => {
    fillSessionStorage()
    const { user } = await renderSite('/admin/approve-testimonial')
    await user.click(await send())
    await alertSays('Failed to approve testimonial and send email')
    expect(await send()).not.toHaveAttribute('aria-disabled')
  })

  it('opens the linked testimonial even in demo mode, and Cancel leaves it pending', async () => {
    window.sessionStorage.setItem('admin-demo', 'true')
    const { email, id, link } = await submitted()
    const { user, router } = await renderSite(`${link}&demo=1`)
    expect(await screen.findByLabelText('Recipient')).toHaveValue(email)
    expect(screen.queryByText(/^Demo:/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await backOnDashboard(router)
    expect(await fetchReviewStatus(id)).toBe('pending')
    window.sessionStorage.clear()
  })
})
