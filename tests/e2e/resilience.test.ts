import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { asServer, expect, open, signIn } from './admin-support'
import { test } from './own-site'
import { freshEmail } from './support'

// One after the other: each stops the site that all of them use.
test.describe.configure({ mode: 'default', timeout: 60_000 })

// The browser itself reports every request without an answer.
test.afterEach(({ noise }) => {
  const others = noise.filter((text) => !/Failed to load resource|Failed to fetch/.test(text))
  noise.length = 0
  expect(others).toEqual([])
})

const typed = (email: string) => ({ Name: 'Olu', Location: 'Peckham', Email: email, 'Your testimonial': `By ${email}` })
const fillIn = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
const form = (page: Page) => page.getByRole('region', { name: 'Submit a Testimonial' })
const expectKept = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
}

test('the testimonial form outlives a backend that stops, and sends once', async ({ page, site, rows }) => {
  const fields = typed(freshEmail('stopped'))
  const button = page.getByRole('button', { name: 'Submit Testimonial' })
  await open(page, '/testimonials')
  await fillIn(page, fields)
  await site.stop()
  await button.click()
  await expect(form(page).getByRole('alert')).toContainText('Please check your connection and try again')
  await expectKept(page, fields)
  await site.start()
  await button.click()
  await expect(page.getByRole('status')).toContainText('Success!')
  expect(await rows('reviews', `email=eq.${fields.Email}`)).toHaveLength(1)
})

test('the contact form outlives a backend that stops, and sends once', async ({ page, site, rows }) => {
  const fields = { Name: 'Asha', Email: freshEmail('contact'), Message: 'A basement in Clapham.' }
  const section = page.locator('#contact-section')
  await open(page, '/')
  for (const [label, value] of Object.entries(fields)) await section.getByLabel(label).fill(value)
  await site.stop()
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('alert')).toContainText('check your connection and try again')
  for (const [label, value] of Object.entries(fields)) await expect(section.getByLabel(label)).toHaveValue(value)
  await site.start()
  await section.getByRole('button', { name: 'Send Message' }).click()
  await expect(section.getByRole('status')).toBeVisible()
  expect(await rows('enquiries', `email=eq.${fields.Email}`)).toHaveLength(1)
})

test('sharing the card outlives a backend that stops, and sends once', async ({ page, site, mailbox }) => {
  const recipient = freshEmail('card')
  const field = page.getByLabel('Recipient e-mail address')
  await open(page, '/business-card')
  await field.fill(recipient)
  await site.stop()
  await page.getByRole('button', { name: 'Share card' }).click()
  // Which of them it says depends on how much of the code that sends had arrived before the server went.
  const failure =
    /^Failed to (?:send\.|process your request\.|process request via Supabase: Please check your connection)/
  await expect(page.getByText(failure).first()).toBeVisible()
  await expect(field).toHaveValue(recipient)
  await site.start()
  await page.getByRole('button', { name: 'Share card' }).click()
  await expect(field).toHaveValue('')
  expect(await mailbox.to(recipient)).toHaveLength(1)
})

test('signing in outlives a backend that stops', async ({ page, site, account }) => {
  const { email, password } = await account()
  await open(page, '/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await site.stop()
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  await expect(page.getByRole('alert').first()).toContainText('The server could not be reached')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await site.start()
  await button.click()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
})

test('moderation outlives a backend that stops', async ({ page, admin, site, request, rows }) => {
  const word = `word${randomUUID().slice(0, 8)}`
  await asServer(request, 'POST', '/rest/v1/reviews', { ...review, text: `Dry ${word}`, email: `${word}@example.com` })
  await signIn(page, admin)
  await page.goto(`/admin/dashboard?section=reviews&tab=pending&q=${word}`)
  const approve = page.getByRole('row', { name: /Nadia/ }).getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeVisible()
  await site.stop()
  await approve.click()
  await expect(page.getByRole('alert').getByText('Failed to approve review').first()).toBeVisible({ timeout: 15_000 })
  await site.start()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again.or(approve).first()).toBeEnabled({ timeout: 15_000 })
  if (await again.first().isVisible()) await again.first().click()
  await approve.click()
  await expect(page.getByText('Review approved successfully').first()).toBeVisible()
  expect(await rows('reviews', `email=eq.${word}@example.com&select=status`)).toEqual([{ status: 'approved' }])
})

test('thanks that the mail server did not take are sent later', async ({
  page,
  admin,
  site,
  request,
  mailbox,
  noise,
}) => {
  const email = freshEmail('thanked')
  const [stored] = (await asServer(request, 'POST', '/rest/v1/reviews', { ...review, text: 'Dry.', email })) as [
    { id: string; approval_hash: string },
  ]
  await site.stop()
  await site.start({ mail: false })
  await signIn(page, admin, `/admin/approve-testimonial?id=${stored.id}&hash=${stored.approval_hash}`)
  const approve = page.getByRole('button', { name: 'Approve & Send Email' })
  await approve.click()
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
  noise.length = 0
})

const review = { name: 'Nadia', location: 'Camden', rating: 5 }

test('without a connection pages that were visited still open, and what was typed is sent when it is back', async ({
  page,
  context,
  rows,
}) => {
  const fields = typed(freshEmail('offline'))
  await open(page, '/projects')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
  await context.setOffline(true)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
  await fillIn(page, fields)
  const button = page.getByRole('button', { name: 'Submit Testimonial' })
  await button.click()
  await expect(form(page).getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
  await expectKept(page, fields)
  await context.setOffline(false)
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible()
  expect(await rows('reviews', `email=eq.${fields.Email}`)).toHaveLength(1)
})
