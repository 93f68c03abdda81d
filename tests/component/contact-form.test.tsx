import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole, openOrigin, withoutSendEmailPatch } from '../support/dom'
import { recordBodies, SEND_EMAIL_FIELDS } from '../support/recorded-bodies'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

type Enquiry = Record<'kind' | 'name' | 'phone' | 'subject' | 'message' | 'delivery' | 'source' | 'domain', string>
const enquiriesBy = (email: string, server: 'site' | 'mailDown' = 'site') =>
  sql<Enquiry>(
    'select kind, name, phone, subject, message, delivery, source, domain from enquiries where email = $1',
    [email],
    server,
  )

const labels = ['Name', 'Email', 'Phone (optional)', 'Subject (optional)', 'Message'] as const
type Values = Partial<Record<(typeof labels)[number], string>>
const contact = () => within(document.getElementById('contact-section') as HTMLElement)
const field = (label: (typeof labels)[number]) => contact().getByRole<HTMLInputElement>('textbox', { name: label })
const button = () => contact().getByRole('button', { name: 'Send Message' })
const typedValues = () => Object.fromEntries(labels.map((label) => [label, field(label).value]))

const fillIn = async (user: UserEvent, values: Values = {}) => {
  const typed = {
    Name: 'Sam Field',
    Email: uniqueEmail('sam'),
    'Phone (optional)': '020 7946 0999',
    'Subject (optional)': 'A basement in Camden',
    Message: 'Can you dig here?\nIt is wet.',
    ...values,
  }
  for (const label of labels) {
    await user.click(field(label))
    if (typed[label]) await user.paste(typed[label])
  }
  return typed
}

beforeEach(() => forgetCalls('send-email'))

describe('a complete enquiry', () => {
  it('is stored, mailed to the company with the visitor to answer to, and thanked for', async () => {
    const { user } = await renderSite('/')
    const { Email: email } = await fillIn(user)
    const bodies = recordBodies()
    await user.click(button())
    const status = await contact().findByRole('status')
    expect(status).toHaveTextContent('Message sent. Thank you. We will read it and reply by e-mail.')
    await waitFor(() => expect(status).toHaveFocus())
    expect(bodies()).toEqual({
      'send-business-card': 'cardUrl email fromEmail isContactForm name phone recaptchaToken subject',
      'send-email': SEND_EMAIL_FIELDS,
    })
    expect(await enquiriesBy(email)).toEqual([
      {
        kind: 'contact',
        name: 'Sam Field',
        phone: '020 7946 0999',
        subject: 'A basement in Camden',
        message: 'Can you dig here?\nIt is wet.',
        delivery: 'sent',
        source: site.projectsHost,
        domain: window.location.hostname,
      },
    ])
    const [mail, ...others] = (await mailsTo(site.email)).filter((entry) => entry.replyTo.includes(email))
    expect(others).toEqual([])
    expect(mail?.text).toContain('Can you dig here?')
  })

  it('needs no telephone number and no subject', async () => {
    const { user } = await renderSite('/')
    const { Email: email } = await fillIn(user, { 'Phone (optional)': '', 'Subject (optional)': '' })
    await user.click(button())
    await contact().findByRole('status')
    expect(await enquiriesBy(email)).toMatchObject([{ phone: '', subject: '' }])
  })

  it('is sent once by a double click', async () => {
    const { user } = await renderSite('/')
    const { Email: email } = await fillIn(user)
    clickTwiceAtOnce(button())
    await contact().findByRole('status')
    expect(await enquiriesBy(email)).toHaveLength(1)
  })

  it('makes the button wait while it is on its way', async () => {
    const { user } = await renderSite('/')
    await fillIn(user)
    await user.click(button())
    expect(contact().getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await contact().findByRole('status')
  })

  it('gives way to an empty form for another message', async () => {
    const { user } = await renderSite('/')
    await fillIn(user)
    await user.click(button())
    await user.click(await contact().findByRole('button', { name: 'Send another message' }))
    expect(contact().getByRole('textbox', { name: 'Name' })).toHaveFocus()
    expect(Object.values(typedValues())).toEqual(['', '', '', '', ''])
  })

  it('is kept, and says so, when only its e-mail could not be sent', async () => {
    openOrigin(inject('mailDownUrl'))
    const { user } = await renderSite('/')
    const { Email: email } = await fillIn(user)
    await user.click(button())
    const status = await contact().findByRole('status')
    expect(status).toHaveTextContent(
      'Your message is saved, but our notification e-mail could not be sent. We will still see it',
    )
    expect(await enquiriesBy(email, 'mailDown')).toMatchObject([{ delivery: 'failed' }])
  })
})

describe('an enquiry that cannot be sent as it is', () => {
  it('asks for name, e-mail address and message when all is empty', async () => {
    const { user } = await renderSite('/')
    await user.click(button())
    const alert = await contact().findByRole('alert')
    expect(alert).toHaveTextContent('Error! Please fill in your name, your e-mail address and a message.')
    await waitFor(() => expect(alert).toHaveFocus())
    for (const label of ['Name', 'Email', 'Message'] as const) {
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
    }
    expect(field('Phone (optional)')).not.toHaveAttribute('aria-invalid')
    expect(field('Subject (optional)')).not.toHaveAttribute('aria-invalid')
  })

  it.each([
    ['Email', 'sam@', 'Please enter a valid e-mail address'],
    ['Name', 'x'.repeat(101), '100 characters or fewer'],
    ['Phone (optional)', '0'.repeat(41), '40 characters or fewer'],
    ['Subject (optional)', 'x'.repeat(151), '150 characters or fewer'],
    ['Message', 'x'.repeat(5_001), '5,000 characters or fewer'],
  ] as const)('marks %s and keeps what was typed', async (label, text, sentence) => {
    const { user } = await renderSite('/')
    const typed = await fillIn(user, { [label]: text })
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Error! Please check the marked fields.')
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(sentence))
    expect(labels.filter((name) => field(name).getAttribute('aria-invalid') === 'true')).toEqual([label])
    expect(typedValues()).toEqual(typed)
    expect(await enquiriesBy(typed.Email)).toEqual([])
  })
})

describe('when an enquiry cannot be delivered', () => {
  beforeEach(() => expectConsole('error'))

  it('keeps everything and says so while the backend is down', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {})
    openOrigin(inject('deadUrl'))
    const { user } = await renderSite('/')
    const typed = await fillIn(user)
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent(
      'Error! An unexpected error occurred. Please check your connection and try again; what you typed is still here.',
    )
    expect(typedValues()).toEqual(typed)

    openOrigin(inject('siteUrl'))
    await user.click(button())
    expect(await contact().findByRole('status')).toHaveTextContent('Message sent.')
  })
})

describe('with a spam check', () => {
  // Google's script cannot be fetched here; what matters is what is sent with which of its answers.
  const render = (place: HTMLElement, { callback }: { callback: (token: string) => void }) => {
    const box = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am not a robot' })
    box.addEventListener('click', () => callback('an answer'))
    place.append(box)
  }
  beforeEach(() => {
    vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', 'site-key-for-tests')
    vi.stubGlobal('grecaptcha', { render })
  })
  afterEach(() => void vi.unstubAllGlobals())

  const confirm = async (user: UserEvent) => {
    // Strict mode mounts it twice.
    const [box] = await contact().findAllByRole('button', { name: 'I am not a robot' })
    if (box) await user.click(box)
  }

  it('asks for another answer when nobody answered', async () => {
    expectConsole('error')
    withoutSendEmailPatch()
    openOrigin(inject('deadUrl'))
    const { user } = await renderSite('/')
    await fillIn(user)
    await confirm(user)
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('what you typed is still here.')
    await user.click(button())
    await contact().findByText('Please confirm that you are not a robot.')
  })

  it('asks for its answer before anything is sent', async () => {
    const { user } = await renderSite('/')
    const typed = await fillIn(user)
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Please confirm that you are not a robot.')
    expect(typedValues()).toEqual(typed)
    expect(await enquiriesBy(typed.Email)).toEqual([])
  })

  it('asks for another answer before another message is sent', async () => {
    const { user } = await renderSite('/')
    await fillIn(user)
    await confirm(user)
    await user.click(button())
    await user.click(await contact().findByRole('button', { name: 'Send another message' }))
    const { Email: email } = await fillIn(user)
    await user.click(button())
    expect(await contact().findByRole('alert')).toHaveTextContent('Please confirm that you are not a robot.')
    expect(await enquiriesBy(email)).toEqual([])
  })
})
