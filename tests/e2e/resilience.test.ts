import type { APIRequestContext, Locator, Page } from 'playwright/test'
import { SUBMIT_MS } from '../../src/lib/errors'
import { asServer, expect, open, signIn } from './admin-support'
import { test } from './own-site'
import { freshEmail, refuseCookies } from './support'

// One after the other: some stop the site that all of them use.
test.describe.configure({ mode: 'default', timeout: 90_000 })

// The browser itself reports every request without an answer.
test.use({ expectedNoise: /Failed to load resource|Failed to fetch/ })

test.beforeEach(({ page }) => refuseCookies(page))

const LOST = /check your connection/i

const fill = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}
const expectKept = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label)).toHaveValue(value)
}

for (const { name, path, url, formOf, fieldsOf, button, success, table } of [
  {
    name: 'a testimonial',
    path: '/testimonials',
    url: '**/api/submit-testimonial',
    formOf: (page: Page) => page.getByRole('region', { name: 'Submit a Testimonial' }),
    fieldsOf: (email: string) => ({ Name: 'Olu', Location: 'Peckham', Email: email, 'Your testimonial': email }),
    button: 'Submit Testimonial',
    success: /Success!/,
    table: 'reviews',
  },
  {
    name: 'an enquiry',
    path: '/',
    url: '**/functions/v1/send-email',
    formOf: (page: Page) => page.locator('#contact-section'),
    fieldsOf: (email: string) => ({ Name: 'Asha', Email: email, Subject: email, Message: 'A basement in Clapham.' }),
    button: 'Send Message',
    success: /Message sent/,
    table: 'enquiries',
  },
  {
    name: 'a business card',
    path: '/business-card',
    url: '**/functions/v1/send-email',
    formOf: (page: Page) => page.locator('body'),
    fieldsOf: (email: string) => ({ 'Recipient e-mail address': email }),
    button: 'Share card',
    success: /An email will be sent shortly/,
    table: 'enquiries',
  },
])
  test(`${name} outlives a backend that stops, an answer that is lost and one that never comes, and arrives once`, {
    tag: '@release',
  }, async ({ page, site, rows, mailbox }) => {
    const email = freshEmail('lost')
    const fields = fieldsOf(email)
    const stored = () => rows(table, `email=eq.${email}`).then(({ length }) => length)
    await open(page, path)
    const form = formOf(page)
    const send = form.getByRole('button', { name: button })
    await fill(form, fields)
    // The code that sends has come.
    await page.waitForLoadState('networkidle')
    await site.stop()
    await send.click()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept(form, fields)
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
    await expectKept(form, fields)

    // Half a minute takes two seconds, for whoever asks for the browser's own timer.
    await page.evaluate((limit) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (ms) => timeout(ms === limit ? 2_000 : ms)
    }, SUBMIT_MS)
    await send.click()
    await expect(form.getByRole('button', { name: /^(?:Sending|Submitting)\.\.\.$/ })).toBeDisabled()
    await expect(send).toBeEnabled()
    await expect(form.getByText(LOST).last()).toBeVisible()
    await expectKept(form, fields)

    await send.click()
    await expect(page.getByText(success).first()).toBeVisible()
    expect(attempt).toBe(3)
    expect(await stored()).toBe(1)
    const mails = await mailbox.to(table === 'enquiries' && path !== '/' ? email : '')
    expect(mails.filter((mail) => JSON.stringify(mail).includes(email))).toHaveLength(1)
  })

/** Sends three times: the first request is lost on the way there, the answer to the second on the way back. */
const sendThrice = async (
  page: Page,
  {
    url,
    form,
    button,
    fields,
  }: { url: string; form: Locator; button: string | RegExp; fields: Record<string, string> },
) => {
  let attempt = 0
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    attempt += 1
    if (attempt === 2) await route.fetch()
    if (attempt < 3) await route.abort('connectionreset')
    else await route.continue()
  })
  await fill(form, fields)
  const send = form.getByRole('button', { name: button })
  for (const _ of ['there', 'back']) {
    await send.click()
    await expect(send).toBeEnabled()
    await expect(form.getByRole('alert')).toContainText(LOST)
    await expectKept(form, fields)
  }
  await send.click()
}

test("an administrator's invitations, for a review and to a new user, go out once, and the next attempt says so", {
  tag: '@release',
}, async ({ adminPage: page, rows, mailbox }) => {
  const email = freshEmail('invited')
  const form = page.getByRole('dialog')
  await open(page, '/admin/dashboard?section=reviews')
  await page.getByRole('button', { name: 'Ask for a review' }).click()
  const fields = { Name: 'Adaeze', 'E-mail': email, 'Place of work': 'Camden' }
  await sendThrice(page, { url: '**/functions/v1/admin-email', form, button: 'Send invitation', fields })
  await expect(form.getByRole('alert')).toContainText('This person has an unanswered invitation already.')
  await expectKept(form, fields)
  expect(await rows('review_invitations', `email=eq.${email}`)).toHaveLength(1)
  expect(await mailbox.to(email)).toHaveLength(1)

  const user = freshEmail('added')
  await open(page, '/admin/user-manager')
  await page.getByRole('button', { name: 'Add user' }).click()
  await form.getByRole('checkbox', { name: 'Administrator' }).check()
  await sendThrice(page, {
    url: '**/functions/v1/auth-admin/**',
    form,
    button: 'Send invitation',
    fields: { Email: user },
  })
  await expect(form.getByRole('alert')).toContainText('User already exists.')
  await expect(form.getByRole('checkbox', { name: 'Administrator' })).toBeChecked()
  await form.getByRole('button', { name: 'Cancel' }).click()
  const row = page.getByRole('row').filter({ hasText: user })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/Admin.*Invited/)
  expect(await mailbox.to(user)).toHaveLength(1)
})

/** Stores a review by Nadia; returns the path of the link that her review is approved by. */
const storeReview = async (request: APIRequestContext, email: string) => {
  const review = { name: 'Nadia', location: 'Camden', text: 'Dry.', rating: 5, email }
  const [stored] = (await asServer(request, 'POST', '/rest/v1/reviews', review)) as [
    { id: string; approval_hash: string },
  ]
  return `/admin/approve-testimonial?id=${stored.id}&hash=${stored.approval_hash}`
}

for (const [step, url] of [
  ['the approval', '**/functions/v1/moderate-reviews'],
  ['the thanks', '**/functions/v1/send-email'],
] as const)
  test(`a review is approved and its writer thanked once, in the words typed, when the connection is lost at ${step}`, {
    tag: '@release',
  }, async ({ adminPage: page, request, rows, mailbox }) => {
    const email = freshEmail('thanked')
    await open(page, await storeReview(request, email))
    await sendThrice(page, {
      url,
      form: page.getByRole('region', { name: 'Approval with Email Notification' }),
      button: /^(?:Approve & Send Email|Send Email Again)$/,
      fields: { Message: 'Words of my own.' },
    })
    await expect(page.getByText(`Testimonial approved and email sent to ${email}`)).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}&select=status`)).toEqual([{ status: 'approved' }])
    const mails = await mailbox.to(email)
    expect(mails.map(({ text }) => text.includes('Words of my own.'))).toEqual([true])
  })

test('signing in outlives a backend that stops, and thanks that the mail server did not take are sent later', {
  tag: '@release',
}, async ({ page, admin, site, request, mailbox }) => {
  const email = freshEmail('thanked')
  const link = await storeReview(request, email)
  await open(page, link)
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await site.stop()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
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
