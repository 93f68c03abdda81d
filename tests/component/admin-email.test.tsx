import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { mockOffline, recordBodies, SEND_EMAIL_FIELDS } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { countCalls, mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'
import { loseConnection, reconnect, setFieldValue, signInAs } from './admin-support'

beforeEach(async () => {
  await resetRateLimit('send-email-test')
  await signInAs()
})
afterAll(forgetBrowser)

const openTab = (tab: string) => renderSite(`/admin/dashboard?section=email&tab=${tab}`)
const changeSettings = (change: object) => {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init)
    if (init?.body !== JSON.stringify({ kind: 'settings' })) return answer
    const { settings, ...rest } = await answer.json()
    return Response.json({ ...rest, settings: { ...settings, ...change } })
  })
}
const definition = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

it('email settings have four tabs, and the URL holds the selected one', async () => {
  const { user, router } = await renderSite('/admin/dashboard?section=email')
  expect(screen.getByRole('heading', { level: 1, name: 'Email Settings' })).toBeVisible()
  const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent)
  expect(tabs).toEqual(['Supabase Configuration', 'reCAPTCHA Settings', 'Test Email', 'Setup Guide'])
  await screen.findByText('All services are responding')
  await user.click(screen.getByRole('tab', { name: 'Setup Guide' }))
  expect(await screen.findByRole('heading', { name: 'Setup Guide' })).toBeVisible()
  expect(router.state.location.search).toBe('?section=email&tab=guide')
  for (const word of ['SPF', 'DKIM', 'DMARC']) expect(screen.getByText(word)).toBeVisible()
  expect(screen.getAllByText(/SMTP_HOST/)[0]).toBeVisible()
  await user.keyboard('{ArrowLeft}')
  expect(await screen.findByRole('heading', { name: 'Test Email' })).toBeVisible()
})

describe('Supabase Configuration', () => {
  it('checks all three Supabase services without writing data, and masks the public key', async () => {
    const requests = vi.spyOn(globalThis, 'fetch')
    await openTab('supabase')
    expect(await screen.findByText('All services are responding')).toBeVisible()
    for (const part of ['Authentication', 'Database', 'Edge functions'])
      expect(definition(part)).toHaveTextContent(/^Working\s*\d+ ms$/)
    expect(definition('Project address')).toHaveTextContent(inject('siteUrl'))
    expect(definition('Public key')).toHaveTextContent('sb_publishable_••••••••only')
    expect(document.body).not.toHaveTextContent(inject('publishableKey'))
    const calls = requests.mock.calls.filter(([url]) => String(url).includes('submit-testimonial'))
    expect(new Set(calls.map(([, init]) => init?.method))).toEqual(new Set(['OPTIONS']))

    expect(await screen.findByText('Server settings')).toBeVisible()
    for (const label of ['Company email', 'Enquiries go to']) expect(definition(label)).toHaveTextContent(site.email)
    expect(definition('Cards shared from')).toHaveTextContent(inject('siteUrl'))
    expect(screen.queryByText('Conflicting settings')).toBeNull()
  })

  it('names the Supabase service that does not respond, until a new check succeeds', async () => {
    loseConnection(/\/auth\/v1\/health/)
    const { user } = await openTab('supabase')
    const isNamed = async (label: string) => {
      expect(await screen.findByText(`Not working: ${label.toLowerCase()}`)).toBeVisible()
      expect(definition(label)).toHaveTextContent('Not working')
      expect(definition(label)).toHaveTextContent('Couldn’t reach the server.')
      expect(definition('Database')).toHaveTextContent(/^Working/)
      reconnect()
    }
    await isNamed('Authentication')
    loseConnection(/\/functions\/v1\//)
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await isNamed('Edge functions')
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('All services are responding')).toBeVisible()
  })
})

describe('server settings', () => {
  it('lists conflicting server settings, and the test email tab shows the actual recipient', async () => {
    changeSettings({
      companyEmail: 'office@elsewhere.example',
      mailTo: 'me@private.example',
      siteOrigins: ['https://www.elsewhere.example'],
      recaptchaSecret: true,
    })
    const { user } = await openTab('guide')
    expect(await screen.findAllByText('Conflicting settings')).toHaveLength(4)
    expect(screen.getByText(/COMPANY_EMAIL is office@elsewhere\.example/)).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Test Email' }))
    expect(await screen.findByText(/^Goes to me@private\.example the same way as an enquiry/)).toBeVisible()
  })

  it('reports no conflict between matching settings, except an SMTP port blocked for hosted functions', async () => {
    // The import reads the page's URL.
    const { findServerSettingsMismatches } = await import('@/admin/email/server-settings')
    const settings = {
      ...{ companyEmail: site.email.toUpperCase(), mailTo: site.email, mailFrom: site.mailFrom },
      ...{ siteUrl: 'https://a.example', siteOrigins: ['https://a.example'], deployHook: false },
      ...{ smtpPort: 587, smtpSignIn: true, recaptchaSecret: false },
    }
    expect(findServerSettingsMismatches(settings, 'https://a.example')).toEqual([])
    vi.stubEnv('VITE_SUPABASE_URL', 'https://a.supabase.co')
    expect(findServerSettingsMismatches(settings, 'https://a.example')).toEqual([
      'SMTP_PORT is 587, which is blocked for hosted functions. Set it to 465 or 2525.',
    ])
  })

  it('does not request server settings without an administrator session', async () => {
    await forgetBrowser()
    window.localStorage.setItem('adminAuth', 'true')
    const called = vi.spyOn(globalThis, 'fetch')
    await openTab('recaptcha')
    expect(await screen.findByText('We can’t tell whether the server verifies responses.')).toBeVisible()
    const bodies = called.mock.calls.map(([, init]) => String(init?.body ?? ''))
    expect(bodies.filter((body) => body.includes('settings'))).toEqual([])
  })
})

describe('reCAPTCHA Settings', () => {
  const SITE_KEY = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'

  it.each([
    ['', false, 'The spam check is off'],
    [SITE_KEY, false, 'The spam check is shown but not verified'],
    [SITE_KEY, true, 'The spam check is on'],
    ['', true, 'All enquiries are being rejected'],
  ])('with site key %j and secret %s, reCAPTCHA Settings show "%s"', async (siteKey, recaptchaSecret, title) => {
    vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', siteKey)
    changeSettings({ recaptchaSecret })
    await openTab('recaptcha')
    expect(await screen.findByText(title)).toBeVisible()
    expect(definition('Site key')).toHaveTextContent(siteKey ? '6LeIxAcTAAAAAJc••••••••ZKhI' : 'Not set')
    expect(definition('Secret key')).toHaveTextContent(recaptchaSecret ? /^Set/ : 'Not set')
    expect(screen.queryAllByText(/^The embedded backend skips the check/)).toHaveLength(recaptchaSecret ? 0 : 1)
    for (const url of [site.url, site.projectsHost]) expect(screen.getByText(new URL(url).hostname)).toBeVisible()
  })

  it('reCAPTCHA Settings report only the site key when the server cannot be reached', async () => {
    loseConnection(/functions\/v1\/admin-email/)
    await openTab('recaptcha')
    expect(await screen.findByText('The contact form shows no spam check')).toBeVisible()
    expect(await screen.findAllByText(/Couldn’t reach the server\./)).not.toHaveLength(0)
  })
})

describe('Test Email', () => {
  const emailField = () => screen.findByRole('textbox', { name: 'Test email address' })
  const button = () => screen.getByRole('button', { name: 'Send Test Email' })
  const openFilled = async (from: string) => {
    const site = await openTab('test')
    setFieldValue(await emailField(), from)
    return site
  }

  it('a test email reaches the company mailbox once, with the fields of the contract', async () => {
    const from = uniqueEmail('tester')
    const { user } = await openFilled(from)
    setFieldValue(screen.getByRole('textbox', { name: 'Subject' }), `Hello ${from}`)
    const bodies = recordBodies()
    await user.dblClick(button())
    expect(await screen.findByText(`Test email simulated to ${site.email} from ${from}`)).toBeInTheDocument()
    expect(await screen.findByText('The mail server accepted the test email.')).toBeVisible()
    expect(await countCalls('send-email-test')).toBe(1)
    const mine = (await mailsTo(site.email)).filter((mail) => mail.replyTo.includes(from))
    expect(mine).toEqual([expect.objectContaining({ to: [site.email], subject: `Hello ${from}` })])
    expect(mine[0]?.html).toContain('This is a test.')
    expect(await sql('select 1 from enquiries where email = $1', [from])).toEqual([])
    expect(bodies()).toMatchObject({
      'send-business-card': 'cardUrl email fromEmail isContactForm name phone recaptchaToken source subject',
      'send-email': SEND_EMAIL_FIELDS,
    })
  })

  it('does not send a test email without a valid address, and marks the field', async () => {
    const { user } = await openFilled('')
    await user.click(button())
    expect(await screen.findAllByText('Please enter a test email address')).toHaveLength(2)
    expect(await emailField()).toHaveFocus()
    expect(await emailField()).toHaveAccessibleDescription(expect.stringContaining('Please enter a test email address'))
    setFieldValue(await emailField(), 'nobody')
    await user.click(button())
    expect(await emailField()).toHaveAccessibleDescription(expect.stringContaining('valid email address'))
    expect(await countCalls('send-email-test')).toBe(0)
  })

  it('shows why a test email failed, and keeps the typed address', async () => {
    expectConsole('error')
    const from = uniqueEmail('failing')
    const { user } = await openFilled(from)
    const fails = async (sentence: string) => {
      await user.click(button())
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence))
      // The toast repeats the sentence.
      await waitFor(() => expect(screen.getAllByText((text) => text.startsWith(sentence)).length).toBeGreaterThan(1))
      expect(await emailField()).toHaveValue(from)
    }
    mockOffline(/functions\/v1\/send-email/)
    await fails('Failed to process request via Supabase')
    reconnect()
    mockOffline(/send-business-card/)
    await fails('Failed to send test email')
    reconnect()
    await user.click(button())
    await screen.findByText('The mail server accepted the test email.')
    await sql(`insert into private.rate_limit_hits (bucket, hit_at, expires_at) select bucket, hit_at, expires_at
      from private.rate_limit_hits, generate_series(1, 9) where bucket like 'send-email-test:%'`)
    await user.click(button())
    const limit = 'You’ve sent several messages in a short time. Please try again later.'
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(limit))
    const { supabase } = await import('@/admin/backend/client')
    await supabase.auth.signOut({ scope: 'local' })
    await user.click(button())
    expect((await screen.findAllByText(/^Your session has ended\./)).length).toBeGreaterThan(0)
  })
})
