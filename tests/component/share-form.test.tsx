import { BUSINESS_CARD_SOURCE } from '@contract/enquiry'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { installSendEmailPatch } from '@/app/send-email-patch'
import { toast } from '@/components/ui/toast'
import { paths } from '@/paths'
import { postJson } from '../support/backend-http'
import { forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole, openOrigin, withoutSendEmailPatch } from '../support/dom'
import { recordBodies, SEND_EMAIL_FIELDS } from '../support/recorded-bodies'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

const sharesTo = (email: string) =>
  sql<{ kind: string; source: string; delivery: string }>(
    'select kind, source, delivery from enquiries where email = $1',
    [email],
  )
const recipient = () => screen.getByRole('textbox', { name: 'Recipient e-mail address' })
const button = () => screen.getByRole('button', { name: 'Share card' })

beforeEach(async () => {
  // The card's URL is the browser's own, which the tests' router leaves alone.
  openOrigin(inject('siteUrl'), paths.businessCard.href)
  await forgetCalls('send-email')
})

describe('sharing the business card', () => {
  it('mails it, says so twice, and clears the field', async () => {
    const { user } = await renderSite('/business-card')
    const email = uniqueEmail('pat')
    await user.type(recipient(), email)
    const bodies = recordBodies()
    await user.click(button())
    expect(await screen.findByText('Processing business card request...')).toBeInTheDocument()
    expect(
      await screen.findByText('Business card request processed! An email will be sent shortly.'),
    ).toBeInTheDocument()
    expect(recipient()).toHaveValue('')
    const share = 'cardUrl email fromEmail isContactForm source'
    expect(bodies()).toEqual({ 'send-business-card': share, 'send-email': SEND_EMAIL_FIELDS })
    expect(await sharesTo(email)).toEqual([{ kind: 'business-card', source: BUSINESS_CARD_SOURCE, delivery: 'sent' }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it("shows 'Sending...' on a button that waits, and then the button again", async () => {
    const { user } = await renderSite('/business-card')
    await user.type(recipient(), uniqueEmail('pat'))
    await user.click(button())
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    expect(await screen.findByRole('button', { name: 'Share card' })).toBeEnabled()
  })

  it('sends one card by a double click', async () => {
    const { user } = await renderSite('/business-card')
    const email = uniqueEmail('pat')
    await user.type(recipient(), email)
    clickTwiceAtOnce(button())
    await screen.findByText(/^Business card request processed!/)
    expect(await sharesTo(email)).toHaveLength(1)
  })

  it.each(['', '   '])('asks for an e-mail address when the field contains %j', async (text) => {
    const { user } = await renderSite('/business-card')
    if (text) await user.type(recipient(), text)
    await user.click(button())
    expect(await screen.findByText('Please enter an email address')).toBeInTheDocument()
    expect(recipient()).toHaveFocus()
    expect(recipient()).toHaveAttribute('aria-invalid', 'true')
    expect(recipient()).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
    expect(screen.queryByText('Processing business card request...')).not.toBeInTheDocument()
  })

  it('points out an invalid e-mail address, and keeps it', async () => {
    const { user } = await renderSite('/business-card')
    await user.type(recipient(), 'pat@@example.com')
    await user.click(button())
    // One in the corner and one at the field.
    await waitFor(() => expect(screen.getAllByText(/^Please enter a valid e-mail address/)).toHaveLength(2))
    expect(recipient()).toHaveAccessibleDescription(expect.stringContaining('Please enter a valid e-mail address'))
    expect(recipient()).toHaveValue('pat@@example.com')
  })

  it('takes the mark off the field once a valid e-mail address was sent', async () => {
    const { user } = await renderSite('/business-card')
    await user.click(button())
    expect(recipient()).toHaveAttribute('aria-invalid', 'true')
    await user.type(recipient(), uniqueEmail('pat'))
    await user.click(button())
    await screen.findByText(/^Business card request processed!/)
    expect(recipient()).not.toHaveAttribute('aria-invalid')
  })
})

describe('when the card cannot be sent', () => {
  beforeEach(() => {
    expectConsole('error')
    vi.spyOn(console, 'info').mockImplementation(() => {})
  })

  const share = async () => {
    const { user } = await renderSite('/business-card')
    const email = uniqueEmail('pat')
    await user.type(recipient(), email)
    await user.click(button())
    return email
  }
  const isKept = async (email: string) => {
    expect(await screen.findByRole('button', { name: 'Share card' })).toBeEnabled()
    expect(recipient()).toHaveValue(email)
    expect(screen.queryByText(/^Business card request processed!/)).not.toBeInTheDocument()
  }

  it('says that the backend was not reached, and keeps the e-mail address', async () => {
    openOrigin(inject('deadUrl'), paths.businessCard.href)
    const email = await share()
    const sentence = 'Failed to process request via Supabase: Please check your connection and try again.'
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    await isKept(email)
  })

  it('says that the mail server did not answer, and keeps the e-mail address', async () => {
    openOrigin(inject('mailDownUrl'), paths.businessCard.href)
    const email = await share()
    const sentence = 'Supabase function error: The e-mail could not be sent. Please try again later.'
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    await isKept(email)
  })

  it("shows the server's refusal of a sixth card to one e-mail address in a day", async () => {
    const { user } = await renderSite('/business-card')
    const email = uniqueEmail('pat')
    const cardUrl = window.location.href
    const send = () => postJson(`${inject('siteUrl')}/functions/v1/send-email`, { email, cardUrl })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await user.type(recipient(), email)
    await user.click(button())
    const sentence = 'Supabase function error: You have sent several messages in a short time. Please try again later.'
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    await isKept(email)
  })

  it('says so when the code that sends it cannot be loaded', async () => {
    withoutSendEmailPatch()
    const remove = installSendEmailPatch(window, () => Promise.reject(new Error('The chunk has gone')))
    const email = await share()
    expect(await screen.findByText('Failed to process your request. Please try again later.')).toBeInTheDocument()
    await isKept(email)
    remove()
  })

  it('falls back to another when the answer is not from the handler', async () => {
    withoutSendEmailPatch()
    const email = await share()
    expect(await screen.findByText('Failed to process business card request')).toBeInTheDocument()
    await isKept(email)
  })
})

describe('messages in the corner', () => {
  it('wait for the toaster when they come before it has loaded, and keep their order', async () => {
    toast.info('First message')
    toast.success('Second message')
    await renderSite('/maintenance')
    expect(await screen.findByText('Second message')).toBeInTheDocument()
    expect(screen.getByText('First message')).toBeInTheDocument()
    act(() => toast.error('Third message'))
    expect(await screen.findByText('Third message')).toBeInTheDocument()
    const shown = screen.getAllByText(/^(First|Second|Third) message$/).map((element) => element.textContent)
    // The newest is on top.
    expect(shown).toEqual(['Third message', 'Second message', 'First message'])
  })
})
