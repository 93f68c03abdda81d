import { BUSINESS_CARD_SOURCE } from '@contract/enquiry'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { installSendEmailPatch } from '@/app/send-email-patch'
import { toast } from '@/components/ui/toast'
import { paths } from '@/paths'
import { delayResponses, recordBodies, SEND_EMAIL_FIELDS } from '../support/admin-network'
import { expectConsole, openOrigin, withoutSendEmailPatch } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'
import { signInAs } from './admin-support'

const sharesTo = (email: string) =>
  sql<{ kind: string; source: string; delivery: string }>(
    'select kind, source, delivery from enquiries where email = $1',
    [email],
  )
const recipient = () => screen.getByRole('textbox', { name: 'Recipient email address' })
const button = () => screen.getByRole('button', { name: 'Share card' })
// In the toast and beside the form.
const succeeds = () =>
  waitFor(() => expect(screen.getAllByText(/^Business card request processed! An email will be sent/)).toHaveLength(2))
const write = (email: string) => fireEvent.change(recipient(), { target: { value: email } })

beforeEach(async () => {
  // The card reads the browser's URL, not the router's.
  openOrigin(inject('siteUrl'), paths.businessCard.href)
  await resetRateLimit('send-email')
})

describe('sharing the business card', () => {
  it('emails the business card once on a double click, and clears the field', async () => {
    await renderSite('/business-card')
    const email = uniqueEmail('pat')
    write(email)
    const bodies = recordBodies()
    clickTwiceAtOnce(button())
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText('Processing business card request...')).toBeInTheDocument()
    await succeeds()
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    expect(recipient()).toHaveValue('')
    const share = 'cardUrl email fromEmail isContactForm source'
    expect(bodies()).toEqual({ 'send-business-card': share, 'send-email': SEND_EMAIL_FIELDS })
    expect(await sharesTo(email)).toEqual([{ kind: 'business-card', source: BUSINESS_CARD_SOURCE, delivery: 'sent' }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('sends no session token with a shared card, even for a signed-in administrator', async () => {
    await signInAs()
    const { user } = await renderSite('/business-card')
    write(uniqueEmail('pat'))
    const requests = vi.spyOn(globalThis, 'fetch')
    await user.click(button())
    await succeeds()
    const sent = requests.mock.calls.map(([url, init]) => [String(url), new Headers(init?.headers)] as const)
    expect(sent).toContainEqual([expect.stringMatching(/functions\/v1\/send-email$/), expect.anything()])
    for (const [url, headers] of sent) expect(headers.get('authorization'), url).toBeNull()
  })

  it('marks the recipient field until it holds a valid email address', async () => {
    const { user } = await renderSite('/business-card')
    for (const [index, text] of ['', '   '].entries()) {
      write(text)
      await user.click(button())
      await waitFor(() => expect(screen.getAllByText('Please enter an email address')).toHaveLength(index + 2))
      expect(recipient()).toHaveFocus()
      expect(recipient()).toHaveAttribute('aria-invalid', 'true')
      expect(recipient()).toHaveAccessibleDescription(expect.stringContaining('Please enter an email address'))
    }
    write('pat@@example.com')
    await user.click(button())
    // In the toast and at the field.
    await waitFor(() => expect(screen.getAllByText(/^Please enter a valid email address/)).toHaveLength(2))
    expect(recipient()).toHaveAccessibleDescription(expect.stringContaining('Please enter a valid email address'))
    expect(recipient()).toHaveValue('pat@@example.com')
    expect(screen.queryByText('Processing business card request...')).not.toBeInTheDocument()

    write(uniqueEmail('pat'))
    await user.click(button())
    await succeeds()
    expect(recipient()).not.toHaveAttribute('aria-invalid')
  })

  const loseHandler = () => {
    withoutSendEmailPatch()
    installSendEmailPatch(window, () => Promise.reject(new Error('The chunk has gone')))
  }
  it.each<[string, () => void, string]>([
    [
      'the backend cannot be reached',
      () => openOrigin(inject('deadUrl'), paths.businessCard.href),
      'Failed to process request via Supabase: Please check your connection and try again.',
    ],
    [
      'the mail server does not respond',
      () => openOrigin(inject('mailDownUrl'), paths.businessCard.href),
      'Supabase function error: The email couldn’t be sent. Please try again later.',
    ],
    ['the sending code cannot be loaded', loseHandler, 'Failed to process your request. Please try again later.'],
    ['the response is not from the handler', withoutSendEmailPatch, 'Failed to process business card request'],
  ])('shows an error and keeps the recipient address when %s', async (_, arrange, sentence) => {
    expectConsole('error')
    const email = uniqueEmail('pat')
    arrange()
    const { user } = await renderSite('/business-card')
    write(email)
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error! ${sentence}`)
    const toast = await screen.findByText(sentence, { selector: '[aria-live] *' })
    expect(toast, 'the alert says it').toHaveAttribute('aria-hidden', 'true')
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    expect(recipient()).toHaveValue(email)
    expect(screen.queryByText(/^Business card request processed!/)).not.toBeInTheDocument()
  })
})

it('reports a failed share even after the visitor has left the page', async () => {
  expectConsole('error')
  const { user } = await renderSite('/business-card')
  write(uniqueEmail('pat'))
  const held = delayResponses(/send-business-card/)
  await user.click(button())
  await waitFor(() => expect(held.count()).toBe(1))
  await user.click(screen.getByRole('link', { name: 'All projects' }))
  await screen.findByRole('heading', { level: 1, name: 'Our Projects' })
  openOrigin(inject('deadUrl'))
  held.release()
  const told = await screen.findByText(/^Failed to process request via Supabase/)
  expect(told.closest('[aria-hidden]')).toBeNull()
})

describe('toasts', () => {
  it('toasts disappear after four seconds, except those that offer undo', async () => {
    await renderSite('/maintenance')
    vi.useFakeTimers()
    try {
      const undo = vi.fn()
      await act(async () => {
        toast.success('Photograph removed', { undo })
        toast.info('Only to be read')
      })
      await act(() => vi.advanceTimersByTimeAsync(3_900))
      expect(screen.getByText('Only to be read')).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      expect(screen.queryByText('Only to be read')).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(120_000))
      expect(screen.getByText('Photograph removed')).toBeInTheDocument()
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
      expect(undo).toHaveBeenCalledOnce()
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      expect(screen.queryByText('Photograph removed')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('toasts raised before the toaster loads are shown afterwards in order', async () => {
    toast.info('First message')
    toast.success('Second message')
    await renderSite('/maintenance')
    expect(await screen.findByText('Second message')).toBeInTheDocument()
    expect(screen.getByText('First message')).toBeInTheDocument()
    act(() => toast.error('Third message'))
    expect(await screen.findByText('Third message')).toBeInTheDocument()
    const shown = screen.getAllByText(/^(First|Second|Third) message$/).map((element) => element.textContent)
    expect(shown).toEqual(['Third message', 'Second message', 'First message'])
  })
})
