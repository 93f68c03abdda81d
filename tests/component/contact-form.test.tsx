import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { appendToMessage } from '@/components/layout/message-draft'
import { site } from '@/content/site'
import { cookieConsent } from '@/storage/keys'
import { dropResponses, recordBodies, SEND_EMAIL_FIELDS } from '../support/admin-network'
import { expectConsole, openOrigin, withoutSendEmailPatch } from '../support/dom'
import { clickTwiceAtOnce, renderSite, stayAsBuilt } from '../support/render-site'
import { mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'

const enquiriesBy = (email: string, server: 'site' | 'mailDown' = 'site') =>
  sql<Record<string, string>>('select * from enquiries where email = $1', [email], server)

const labels = ['Name', 'Email', 'Phone (optional)', 'Subject (optional)', 'Message'] as const
const contact = () => within(document.getElementById('contact-section') as HTMLElement)
const field = (label: (typeof labels)[number]) => contact().getByRole<HTMLInputElement>('textbox', { name: label })
const button = () => contact().getByRole('button', { name: 'Send Message' })
const succeeds = () => contact().findByRole('group', { name: /^Message sent\./ })
const typedValues = () => Object.fromEntries(labels.map((label) => [label, field(label).value]))

const fillIn = (values: Partial<Record<(typeof labels)[number], string>> = {}) => {
  const typed = {
    Name: 'Sam Field',
    Email: uniqueEmail('sam'),
    'Phone (optional)': '020 7946 0999',
    'Subject (optional)': 'A basement in Camden',
    Message: 'Can you dig here?\nIt is wet.',
    ...values,
  }
  for (const label of labels) fireEvent.change(field(label), { target: { value: typed[label] } })
  return typed
}

beforeEach(() => resetRateLimit('send-email'))

describe('a complete enquiry', () => {
  beforeEach(stayAsBuilt)

  it('a visitor sends an enquiry, which is stored and emailed to the company once', async () => {
    const { user } = await renderSite('/')
    const { Email: email } = fillIn()
    const bodies = recordBodies()
    clickTwiceAtOnce(button())
    expect(contact().getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
    const thanks = await succeeds()
    expect(thanks).toHaveAccessibleName('Message sent. Thanks for getting in touch. We’ll reply by email.')
    expect(thanks).toHaveFocus()
    expect(bodies()).toEqual({
      'send-business-card': 'cardUrl email fromEmail isContactForm name phone recaptchaToken subject',
      'send-email': SEND_EMAIL_FIELDS,
    })
    const typed = { name: 'Sam Field', phone: '020 7946 0999', subject: 'A basement in Camden' }
    const known = { kind: 'contact', delivery: 'sent', source: site.projectsHost, domain: window.location.hostname }
    expect(await enquiriesBy(email)).toMatchObject([{ ...typed, ...known, message: 'Can you dig here?\nIt is wet.' }])
    const [mail, ...others] = (await mailsTo(site.email)).filter((entry) => entry.replyTo.includes(email))
    expect(others).toEqual([])
    expect(mail?.text).toContain('Can you dig here?')

    await user.click(contact().getByRole('button', { name: 'Send another message' }))
    expect(field('Name')).toHaveFocus()
    expect(Object.values(typedValues())).toEqual(['', '', '', '', ''])
  })

  it('accepts an enquiry without phone and subject, and keeps it when the email fails', async () => {
    openOrigin(inject('mailDownUrl'))
    const { user } = await renderSite('/')
    const { Email: email } = fillIn({ 'Phone (optional)': '', 'Subject (optional)': '' })
    await user.click(button())
    expect(await succeeds()).toHaveTextContent(
      'We’ve received your message. Our email alert didn’t go out, but we’ll still see it.',
    )
    expect(await enquiriesBy(email, 'mailDown')).toMatchObject([{ delivery: 'failed', phone: '', subject: '' }])
  })

  it('the contact form keeps the typed message across pages, and replaces inserted paragraphs', async () => {
    const { router, user } = await renderSite('/')
    fillIn({ Message: 'It is wet.' })
    await act(() => router.navigate('/terms-and-conditions'))
    await act(() => router.navigate('/'))
    await waitFor(() => expect(field('Message')).toHaveValue('It is wet.'))
    fillIn({ Message: 'It is wet.' })
    appendToMessage('price', '£230,000 to £418,000.')
    appendToMessage('call', 'Please call me.')
    appendToMessage('price', '£71,000 to £156,000.')
    expect(field('Message')).toHaveValue('It is wet.\n\n£71,000 to £156,000.\n\nPlease call me.')
    fireEvent.change(field('Message'), { target: { value: ' It is wet. £71,000? Please call me.' } })
    appendToMessage('price', '£40,000.')
    expect(field('Message')).toHaveValue(' It is wet. £71,000? Please call me.\n\n£40,000.')

    await user.click(button())
    await succeeds()
    appendToMessage('call', 'Please call me.')
    await user.click(contact().getByRole('button', { name: 'Send another message' }))
    expect(field('Message')).toHaveValue('Please call me.')
  })
})

it('marks each invalid contact field before sending, and revalidates it while it is corrected', async () => {
  const { user } = await renderSite('/')
  await user.click(button())
  const alert = await contact().findByRole('alert')
  expect(alert).toHaveTextContent('Error! Please enter your name, email address and a message.')
  expect(field('Name')).toHaveFocus()
  const marked = () => labels.filter((name) => field(name).hasAttribute('aria-invalid'))
  expect(marked()).toEqual(['Name', 'Email', 'Message'])
  for (const label of marked()) expect(field(label)).toHaveAccessibleDescription(/Please fill in this field\./)

  for (const [label, value, word] of [
    ['Email', 'sam@', /Please enter a valid email address/],
    ['Name', 'x'.repeat(101), /100 characters or fewer/],
    ['Phone (optional)', '0'.repeat(41), /40 characters or fewer/],
    ['Subject (optional)', 'x'.repeat(151), /150 characters or fewer/],
    ['Message', 'x'.repeat(5_001), /5,000 characters or fewer/],
  ] as const) {
    const typed = fillIn({ [label]: value })
    await user.click(button())
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(word))
    expect(contact().getByRole('alert')).toHaveTextContent('Error! Please check the highlighted fields.')
    expect(marked()).toEqual([label])
    expect(typedValues()).toEqual(typed)
    expect(await enquiriesBy(typed.Email)).toEqual([])
  }

  fillIn({ Name: '', Email: 'sam@' })
  await user.click(button())
  await waitFor(() => expect(marked()).toEqual(['Name', 'Email']))
  await user.type(field('Name'), 'S')
  await waitFor(() => expect(marked()).toEqual(['Email']))
  await user.clear(field('Message'))
  await user.clear(field('Email'))
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Please fill in this field.'))
  await user.type(field('Email'), 'sam@example.com')
  await waitFor(() => expect(marked()).toEqual([]))
  expect(contact().queryByRole('alert'), 'nothing is marked').toBeNull()
  await user.click(button())
  await waitFor(() => expect(marked()).toEqual(['Message']))
  expect(field('Message')).toHaveFocus()
})

it('keeps the enquiry when the backend is down, and stores retries only once', async () => {
  expectConsole('error')
  openOrigin(inject('deadUrl'))
  const { user } = await renderSite('/')
  const typed = fillIn()
  await user.click(button())
  expect(await contact().findByRole('alert')).toHaveTextContent(
    'Error! An unexpected error occurred. Please check your connection and try again. Nothing you typed has been lost.',
  )
  expect(typedValues()).toEqual(typed)

  openOrigin(inject('siteUrl'))
  dropResponses(/functions\/v1\/send-email/)
  await user.click(button())
  await waitFor(async () => expect(await enquiriesBy(typed.Email)).toHaveLength(1))
  expect(await contact().findByRole('alert')).toHaveTextContent('Nothing you typed has been lost.')
  vi.mocked(globalThis.fetch).mockRestore()
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
  await user.click(button())
  expect(await succeeds()).toBeVisible()
  const mails = async () => (await mailsTo(site.email)).filter(({ replyTo }) => replyTo.includes(typed.Email))
  expect(await enquiriesBy(typed.Email)).toHaveLength(1)
  expect(await mails()).toHaveLength(1)

  await user.click(contact().getByRole('button', { name: 'Send another message' }))
  fillIn(typed)
  await user.click(button())
  await succeeds()
  expect(await enquiriesBy(typed.Email)).toHaveLength(2)
})

describe('the spam check', () => {
  // Google's script can't be fetched here.
  const render = vi.fn((place: HTMLElement, { callback }: { callback: (token: string) => void }) => {
    const box = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am not a robot' })
    box.addEventListener('click', () => callback('an answer'))
    place.append(box)
  })
  beforeEach(() => {
    vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', 'site-key-for-tests')
    vi.stubGlobal('grecaptcha', { render })
    cookieConsent.write('accepted')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    render.mockClear()
  })
  afterAll(() => cookieConsent.remove())

  const turnToForm = async () => {
    await contact().findByRole('group', { name: 'Spam check' })
    act(() => field('Name').focus())
  }
  const confirm = async (user: UserEvent) => {
    // Strict mode mounts it twice.
    const [box] = await contact().findAllByRole('button', { name: 'I am not a robot' })
    if (box) await user.click(box)
  }
  const loadButton = () => contact().findByRole('button', { name: 'Load spam check (Google)' })
  /** The code has had the time to load Google's script. */
  const expectNothingOfGoogle = async () => {
    await act(async () => void (await import('react-google-recaptcha')))
    expect(render).not.toHaveBeenCalled()
    expect(document.querySelector('script[src*="recaptcha"]')).toBeNull()
  }

  const isAsked = () => contact().findByText('Please confirm you’re not a robot.')

  it('requires a new spam check before sending, after a failure and for the next message', async () => {
    expectConsole('error')
    const { user } = await renderSite('/')
    await turnToForm()
    const typed = fillIn()
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Please confirm you’re not a robot.')
    expect(typedValues()).toEqual(typed)
    expect(await enquiriesBy(typed.Email)).toEqual([])

    // Google accepts each answer once.
    await confirm(user)
    const spent = contact().getAllByRole('button', { name: 'I am not a robot' })
    openOrigin(inject('deadUrl'))
    await user.click(button())
    await waitFor(() => expect(contact().getByRole('alert')).toHaveTextContent('Nothing you typed has been lost.'))
    openOrigin(inject('siteUrl'))
    for (const box of spent) expect(box).not.toBeInTheDocument()

    await confirm(user)
    await user.click(button())
    await user.click(await contact().findByRole('button', { name: 'Send another message' }))
    const { Email: email } = fillIn()
    await user.click(button())
    await isAsked()
    expect(await enquiriesBy(email)).toEqual([])
  })

  it('requires a new spam check when the request fails without the send-email handler', async () => {
    expectConsole('error')
    withoutSendEmailPatch()
    openOrigin(inject('deadUrl'))
    const { user } = await renderSite('/')
    await turnToForm()
    fillIn()
    await confirm(user)
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Nothing you typed has been lost.')
    await user.click(button())
    await isAsked()
  })

  it('loads nothing from Google until cookies are accepted and the visitor focuses the form', async () => {
    cookieConsent.remove()
    const { user } = await renderSite('/')
    await turnToForm()
    await loadButton()
    expect(
      screen.getByText(/^May we use Google Analytics.*, and Google reCAPTCHA to check messages for spam\?/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Accept All' }))
    expect(contact().queryByRole('button', { name: /Google/ })).toBeNull()
    await expectNothingOfGoogle()
    await turnToForm()
    await waitFor(() => expect(render).toHaveBeenCalled())
  })

  it('sends nothing after "Reject All" until the visitor loads and passes the spam check', async () => {
    cookieConsent.write('rejected')
    const { user } = await renderSite('/')
    await turnToForm()
    const typed = fillIn()
    await user.click(button())
    const alert = await contact().findByRole('alert')
    expect(alert).toHaveTextContent('Error! Please load the spam check below the message and confirm')
    expect(typedValues()).toEqual(typed)
    expect(await enquiriesBy(typed.Email)).toEqual([])
    await expectNothingOfGoogle()

    const load = await loadButton()
    act(() => load.focus())
    await user.keyboard('{Enter}')
    expect(contact().getByRole('group', { name: 'Spam check' })).toHaveFocus()
    await confirm(user)
    await user.click(button())
    expect(await succeeds()).toBeVisible()
  })

  it('rejecting cookies removes the spam check and its answer', async () => {
    const { user } = await renderSite('/')
    await turnToForm()
    const { Email: email } = fillIn()
    await confirm(user)
    act(() => void cookieConsent.write('rejected'))
    await loadButton()
    expect(contact().queryByRole('button', { name: 'I am not a robot' })).toBeNull()
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Please load the spam check')
    expect(await enquiriesBy(email)).toEqual([])
  })

  it('offers other contacts and a retry when the spam check cannot load', async () => {
    expectConsole('error')
    vi.stubGlobal('grecaptcha', undefined)
    Reflect.deleteProperty(window, 'grecaptcha')
    const { user } = await renderSite('/')
    await turnToForm()
    expect(await contact().findByText(/Please call or email us instead\./)).toHaveTextContent(
      'The spam check didn’t load. Your browser or network may be blocking Google.',
    )
    const typed = fillIn()
    await user.click(button())
    expect(await contact().findByText(/Please load the spam check below the message/)).toBeVisible()
    vi.spyOn(document.body, 'append').mockImplementationOnce((script) => {
      vi.stubGlobal('grecaptcha', { render, ready: (then: () => void) => then() })
      Object(script).dispatchEvent(new Event('load'))
    })
    await user.click(contact().getByRole('button', { name: 'Try again' }))
    await confirm(user)
    expect(typedValues()).toEqual(typed)
    await user.click(button())
    expect(await succeeds()).toBeVisible()
    for (const script of document.querySelectorAll('script[src*="recaptcha"]')) script.remove()
  })
})
