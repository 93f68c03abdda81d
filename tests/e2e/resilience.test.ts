import type { Page } from 'playwright/test'
import { FUNCTION_TIMEOUT_MS } from '../../src/lib/fetch-with-timeout'
import { asServer, expect, open, sendLogin, signIn } from './admin-support'
import { test } from './own-site'
import { fill, freshEmail, refuseCookies } from './support'

// One after the other: some stop the site that all of them use.
test.describe.configure({ mode: 'default', timeout: 90_000 })

// The browser itself reports every request without an answer.
test.use({ expectedNoise: /Failed to load resource|Failed to fetch/ })

test.beforeEach(({ page }) => refuseCookies(page))

const LOST = /check your connection/i
const SEND_EMAIL = '**/functions/v1/send-email'

const testimonialsOf = (page: Page) => page.getByRole('region', { name: 'Submit a Testimonial' })
const testimonial = { Name: 'Olu', Location: 'Peckham', Email: '', 'Your testimonial': 'Dry.' }
const enquiry = { Name: 'Asha', Email: '', Message: 'A basement.' }
const card = { 'Recipient email address': '' }

for (const [path, button, texts, formOf, url, success] of [
  ['/testimonials', 'Submit Testimonial', testimonial, testimonialsOf, '**/api/submit-testimonial', /Success!/],
  ['/', 'Send Message', enquiry, (page: Page) => page.locator('#contact-section'), SEND_EMAIL, /Message sent/],
  [
    '/business-card',
    'Share card',
    card,
    (page: Page) => page.locator('body'),
    SEND_EMAIL,
    /An email will be sent shortly/,
  ],
] as const)
  test(`what ${path} sends outlives a backend that stops, an answer that is lost and one that never comes`, {
    tag: '@release',
  }, async ({ page, site, rows, mailbox }) => {
    const email = freshEmail('lost')
    const fields = Object.entries(texts).map(([label, text]) => [label, text || email] as const)
    const table = path === '/testimonials' ? 'reviews' : 'enquiries'
    const expectKept = async () => {
      for (const [label, value] of fields) await expect(form.getByLabel(label)).toHaveValue(value)
    }
    const stored = () => rows(table, `email=eq.${email}`).then(({ length }) => length)
    await open(page, path)
    const form = formOf(page)
    const send = form.getByRole('button', { name: button })
    await fill(form, Object.fromEntries(fields))
    // The code that sends has come.
    await page.waitForLoadState('networkidle')
    await site.stop()
    await send.click()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()
    await site.start()
    expect(await stored()).toBe(0)

    let attempt = 0
    await page.route(url, async (route) => {
      attempt += 1
      if (attempt > 2) return route.continue()
      await route.fetch()
      if (attempt === 1) await route.abort('connectionreset')
    })
    await send.click()
    await expect.poll(stored).toBe(1)
    await expect(send).toBeEnabled()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()

    // Half a minute takes two seconds.
    await page.evaluate((limit) => {
      const later = window.setTimeout
      window.setTimeout = ((run: () => void, ms?: number) => later(run, ms === limit ? 2_000 : ms)) as typeof later
    }, FUNCTION_TIMEOUT_MS)
    await send.click()
    await expect(form.getByRole('button', { name: /^(?:Sending|Submitting)\.\.\.$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect(send).toBeEnabled()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept()

    await send.click()
    await expect(page.getByText(success).first()).toBeVisible()
    expect(attempt).toBe(3)
    expect(await stored()).toBe(1)
    expect((await mailbox.to('')).filter((mail) => JSON.stringify(mail).includes(email))).toHaveLength(1)
  })

test('signing in outlives a backend that stops, and thanks that the mail server did not take are sent later', {
  tag: '@release',
}, async ({ page, admin, site, request, mailbox }) => {
  const email = freshEmail('thanked')
  const review = { name: 'Nadia', location: 'Camden', text: 'Dry.', rating: 5, email }
  const [stored] = (await asServer(request, 'POST', '/rest/v1/reviews', review)) as [
    { id: string; approval_hash: string },
  ]
  const link = `/admin/approve-testimonial?id=${stored.id}&hash=${stored.approval_hash}`
  await open(page, link)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await site.stop()
  await sendLogin(page, admin)
  await expect(page.getByRole('alert').first()).toContainText('The server could not be reached')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(admin.email)
  await site.start({ mail: false })
  await signIn(page, admin, link)
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  await expect(page.getByRole('alert')).toContainText('The testimonial is approved, but the email was not sent')
  await page.getByRole('button', { name: 'Leave without an email' }).click()
  await site.stop()
  await site.start()
  await page.goto('/admin/dashboard?section=reviews&tab=published')
  const failed = page.getByRole('region', { name: 'Thanks that could not be sent' })
  await failed.getByRole('button', { name: 'Send thanks to Nadia' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send thanks' }).click()
  await expect(page.getByText(`Thanks sent to ${email}`)).toBeVisible()
  await expect(failed).toBeHidden()
  await expect(page.getByText(/^Thanked on \d/).first()).toBeVisible()
  expect(await mailbox.to(email)).toHaveLength(1)
})
