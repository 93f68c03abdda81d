import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { type AdminAccount, forgetBrowser, makeAccount } from '../support/admin-users'
import { countCalls, forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { recordBodies, SEND_EMAIL_FIELDS } from '../support/recorded-bodies'
import { renderSite } from '../support/render-site'

let account: AdminAccount | undefined

beforeEach(async () => {
  await forgetCalls('send-email-test')
  const { supabase } = await import('@/supabase')
  account ??= await makeAccount('mailer')
  if (!(await supabase.auth.getSession()).data.session) await supabase.auth.signInWithPassword(account)
  window.localStorage.setItem('adminAuth', 'true')
})
afterAll(forgetBrowser)

const openTab = (tab: string) => renderSite(`/admin/dashboard?section=email&tab=${tab}`)
const breakRequests = (part: string) => {
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if ((input instanceof Request ? input.url : String(input)).includes(part)) throw new TypeError('Failed to fetch')
    return real(input, init)
  })
  return () => spy.mockImplementation(real)
}
// The server's own answer, as another configuration would change it.
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

describe('the tabs', () => {
  it('are four, and the chosen one is in the URL', async () => {
    const { user, router } = await renderSite('/admin/dashboard?section=email')
    expect(screen.getByRole('heading', { level: 1, name: 'Email Settings' })).toBeVisible()
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Supabase Configuration',
      'reCAPTCHA Settings',
      'Test Email',
      'Setup Guide',
    ])
    await screen.findByText('Everything answers')
    await user.click(screen.getByRole('tab', { name: 'Setup Guide' }))
    expect(await screen.findByRole('heading', { name: 'Setup Guide' })).toBeVisible()
    expect(router.state.location.search).toBe('?section=email&tab=guide')
    for (const word of ['SPF', 'DKIM', 'DMARC']) expect(screen.getByText(word)).toBeVisible()
    expect(screen.getAllByText(/SMTP_HOST/)[0]).toBeVisible()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('heading', { name: 'Test Email' })).toBeVisible()
  })
})

describe('Supabase Configuration', () => {
  it('asks all three parts, with the time each took, and masks the key', async () => {
    await openTab('supabase')
    expect(await screen.findByText('Everything answers')).toBeVisible()
    for (const part of ['Authentication', 'Database', 'Edge functions'])
      expect(definition(part)).toHaveTextContent(/^Working\s*\d+ ms$/)
    expect(definition('Project address')).toHaveTextContent(inject('siteUrl'))
    expect(definition('Public key')).toHaveTextContent('sb_publishable_••••••••only')
    expect(document.body).not.toHaveTextContent(inject('publishableKey'))
  })

  it('leaves nothing behind', async () => {
    await openTab('supabase')
    expect(await screen.findByText('Everything answers')).toBeVisible()
    expect(await sql(`select 1 from reviews where text = 'Does this function answer?'`)).toEqual([])
    expect((await mailsTo(site.email)).filter(({ text }) => text.includes('Does this function answer?'))).toEqual([])
  })

  it.each([
    ['/auth/v1/health', 'Authentication', 'Not working: authentication'],
    ['/functions/v1/', 'Edge functions', 'Not working: edge functions'],
  ])('names the part that does not answer at %s, and finds it again', async (part, label, title) => {
    const repair = breakRequests(part)
    const { user } = await openTab('supabase')
    expect(await screen.findByText(title)).toBeVisible()
    expect(definition(label)).toHaveTextContent('Not working')
    expect(definition(label)).toHaveTextContent('The server could not be reached.')
    expect(definition('Database')).toHaveTextContent(/^Working/)
    repair()
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('Everything answers')).toBeVisible()
  })
})

describe('the settings of the server', () => {
  it('are shown as they are, and contradict nothing here', async () => {
    await openTab('supabase')
    expect(await screen.findByText('Set on the server')).toBeVisible()
    for (const label of ['Company e-mail', 'Enquiries arrive at'])
      expect(definition(label)).toHaveTextContent(site.email)
    expect(definition('Cards shared from')).toHaveTextContent(inject('siteUrl'))
    expect(screen.queryByText('Two settings contradict each other')).toBeNull()
  })

  it.each([
    [
      { companyEmail: 'office@elsewhere.example' },
      `The website shows ${site.email} but COMPANY_EMAIL is office@elsewhere.example`,
    ],
    [
      { mailTo: 'me@private.example' },
      'Enquiries arrive at MAIL_TO, me@private.example, which is not the mailbox visitors see',
    ],
    [
      { siteOrigins: ['https://www.elsewhere.example'] },
      'but cards can be shared from https://www.elsewhere.example alone',
    ],
    [
      { recaptchaSecret: true },
      'RECAPTCHA_SECRET_KEY is set but the contact form shows no check, so every enquiry is refused',
    ],
  ])('that contradict say so, with what to do: %j', async (change, sentence) => {
    changeSettings(change)
    await openTab('guide')
    expect(await screen.findByText('Two settings contradict each other')).toBeVisible()
    expect(screen.getByText((text) => text.includes(sentence))).toBeVisible()
  })

  it('say where a test e-mail arrives', async () => {
    changeSettings({ mailTo: 'me@private.example' })
    await openTab('test')
    expect(await screen.findByText(/^Travels the whole way of an enquiry, to me@private\.example\./)).toBeVisible()
  })

  it('name a mail port that hosted functions cannot use, and spell mailboxes as they like', async () => {
    // Later than the setting of the page's own URL, which the client of the backend reads.
    const { contradictions } = await import('@/admin/features/email/server-settings')
    const settings = {
      companyEmail: site.email.toUpperCase(),
      mailTo: site.email,
      mailFrom: site.mailFrom,
      siteUrl: 'https://a.example',
      siteOrigins: ['https://a.example'],
      smtpPort: 587,
      smtpSignIn: true,
      recaptchaSecret: false,
      deployHook: false,
    }
    expect(contradictions(settings, 'https://a.example')).toEqual([])
    vi.stubEnv('VITE_SUPABASE_URL', 'https://a.supabase.co')
    expect(contradictions(settings, 'https://a.example')).toEqual([
      'SMTP_PORT is 587, which hosted functions cannot use: set it to 465 or 2525.',
    ])
  })

  it('are not shown without an administrator', async () => {
    const { supabase } = await import('@/supabase')
    await supabase.auth.signOut({ scope: 'local' })
    const called = vi.spyOn(globalThis, 'fetch')
    await openTab('recaptcha')
    expect(await screen.findByText('Whether the server checks the answers is not known here.')).toBeVisible()
    const bodies = called.mock.calls.map(([, init]) => String(init?.body ?? ''))
    expect(bodies.filter((body) => body.includes('settings'))).toEqual([])
  })
})

describe('reCAPTCHA Settings', () => {
  it('shows both domains, no site key, and the bypass in development', async () => {
    await openTab('recaptcha')
    expect(await screen.findByText('The spam check is off')).toBeVisible()
    for (const url of [site.url, site.projectsHost]) expect(screen.getByText(new URL(url).hostname)).toBeVisible()
    expect(definition('Site key')).toHaveTextContent('Not set')
    expect(definition('Secret key')).toHaveTextContent('Not set')
    expect(screen.getByText(/^The check is bypassed/)).toBeVisible()
  })

  it('shows a site key that is set, masked, and says that nobody checks the answers', async () => {
    vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI')
    await openTab('recaptcha')
    expect(await screen.findByText('The spam check is shown, but nobody checks the answers')).toBeVisible()
    expect(definition('Site key')).toHaveTextContent('6LeIxAcTAAAAAJc••••••••ZKhI')
  })

  it.each([
    ['site-key', 'The spam check is on'],
    ['', 'Every enquiry is refused'],
  ])('with a secret key on the server and the site key %j says: %s', async (siteKey, title) => {
    vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', siteKey)
    changeSettings({ recaptchaSecret: true })
    await openTab('recaptcha')
    expect(await screen.findByText(title)).toBeVisible()
    expect(definition('Secret key')).toHaveTextContent(/^Set/)
    expect(screen.queryByText(/^The check is bypassed/)).toBeNull()
  })

  it('says what it does not know when the server cannot be asked', async () => {
    breakRequests('/functions/v1/admin-email')
    await openTab('recaptcha')
    expect(await screen.findByText('The contact form shows no spam check')).toBeVisible()
    expect(await screen.findAllByText(/The server could not be reached\./)).not.toHaveLength(0)
  })
})

describe('Test Email', () => {
  const emailField = () => screen.findByRole('textbox', { name: 'Test email address' })
  const button = () => screen.getByRole('button', { name: 'Send Test Email' })

  it("travels to the company's mailbox with the administrator's token, as the contract lists it, and says so", async () => {
    const from = uniqueEmail('tester')
    const { user } = await openTab('test')
    await user.type(await emailField(), from)
    const subject = screen.getByRole('textbox', { name: 'Subject' })
    await user.clear(subject)
    await user.type(subject, `Hello ${from}`)
    const bodies = recordBodies()
    await user.click(button())
    expect(await screen.findByText(`Test email simulated to ${site.email} from ${from}`)).toBeInTheDocument()
    expect(await screen.findByText('The mail server accepted the test e-mail')).toBeVisible()
    const mine = (await mailsTo(site.email)).filter((mail) => mail.replyTo.includes(from))
    expect(mine).toHaveLength(1)
    expect(mine[0]).toMatchObject({ to: [site.email], subject: `Hello ${from}` })
    expect(mine[0]?.html).toContain('This is a test.')
    expect(await sql('select 1 from enquiries where email = $1', [from])).toEqual([])
    expect(bodies()).toMatchObject({
      'send-business-card': 'cardUrl email fromEmail isContactForm name phone recaptchaToken source subject',
      'send-email': SEND_EMAIL_FIELDS,
    })
  })

  it('asks for an e-mail address, at the field and as a toast', async () => {
    const { user } = await openTab('test')
    await emailField()
    await user.click(button())
    expect(await screen.findAllByText('Please enter a test email address')).toHaveLength(2)
    expect(await emailField()).toHaveFocus()
    expect(await emailField()).toHaveAccessibleDescription(expect.stringContaining('Please enter a test email address'))
    await user.type(await emailField(), 'nobody')
    await user.click(button())
    expect(await emailField()).toHaveAccessibleDescription(expect.stringContaining('valid e-mail address'))
    expect(await countCalls('send-email-test')).toBe(0)
  })

  it('sends once by a double click, and the button says that it is busy', async () => {
    const from = uniqueEmail('double')
    const { user } = await openTab('test')
    await user.type(await emailField(), from)
    await user.dblClick(button())
    await screen.findByText(/^Test email simulated/)
    expect(await countCalls('send-email-test')).toBe(1)
  })

  describe('when it fails', () => {
    beforeEach(() => {
      expectConsole('error')
      vi.spyOn(console, 'info').mockImplementation(() => {})
    })

    it("shows the server's own message and keeps what was typed", async () => {
      const from = uniqueEmail('limit')
      const { user } = await openTab('test')
      await user.type(await emailField(), from)
      for (let sent = 0; sent < 10; sent++) {
        await user.click(button())
        await waitFor(async () => expect(await countCalls('send-email-test')).toBe(sent + 1))
        await waitFor(() => expect(button()).toBeEnabled())
      }
      await user.click(button())
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent('Failed to send test email')
      expect(alert).toHaveTextContent('You have sent several messages in a short time. Please try again later.')
      expect(await emailField()).toHaveValue(from)
    })

    it('says that the backend was not reached', async () => {
      breakRequests('/functions/v1/send-email')
      const { user } = await openTab('test')
      await user.type(await emailField(), uniqueEmail('offline'))
      await user.click(button())
      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to process request via Supabase')
    })

    it('falls back to the catalogue when nothing sensible answers', async () => {
      breakRequests('/api/send-business-card')
      const { user } = await openTab('test')
      await user.type(await emailField(), uniqueEmail('dead'))
      await user.click(button())
      expect((await screen.findAllByText('Failed to send test email')).length).toBeGreaterThan(1)
    })

    it('asks to sign in again when the session has ended', async () => {
      const { user } = await openTab('test')
      await user.type(await emailField(), uniqueEmail('ended'))
      const { supabase } = await import('@/supabase')
      await supabase.auth.signOut({ scope: 'local' })
      await user.click(button())
      expect((await screen.findAllByText(/^Your session has ended\./)).length).toBeGreaterThan(0)
    })
  })
})
