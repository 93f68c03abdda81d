import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { asServer, expect, open, signIn, test } from './admin-support'
import { fill, freshEmail } from './support'

const newWord = () => `word${randomUUID().slice(0, 8)}`
const reviewsOf = (word: string, tab = 'pending') => `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('from the visitor’s form through the owner’s mailbox to the published testimonial and the writer’s mailbox', {
  tag: ['@every-browser', '@hosted'],
}, async ({ page, admin, mailbox, rows }) => {
  const email = freshEmail('writer')
  await open(page, '/testimonials')
  const text = `Not a speck of dust,\nsays ${email}.`
  await fill(page, { Name: 'Priya 🙂 Menon', Location: 'Brixton', Email: email, 'Your testimonial': text })
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit Testimonial' }).click()
  await expect(page.getByRole('group', { name: /^Success!/ })).toBeVisible()
  const [review] = await rows<object>('reviews', `email=eq.${email}`)
  expect(review).toMatchObject({ name: 'Priya 🙂 Menon', text, rating: 4, status: 'pending' })

  const notice = (await mailbox.to(site.email)).find((mail) => mail.text.includes(email))
  const link = new URL(/http\S+approve-testimonial\S+/.exec(notice?.text ?? '')?.[0] ?? '')
  // Not signed in: the link leads to the login screen, and from there back to the testimonial.
  await signIn(page, admin, `${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'Approval with Email Notification' })).toBeVisible()
  await page.getByLabel('Message').fill('Dear Priya,\nwe <3 your words.')
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  await expect(page.getByText(`Testimonial approved and email sent to ${email}`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)

  expect(await rows('reviews', `email=eq.${email}&select=status`)).toEqual([{ status: 'approved' }])
  const [thanks, ...others] = await mailbox.to(email)
  expect(others).toEqual([])
  expect(thanks?.subject).toBe('Thank you for your feedback!')
  expect(thanks?.text).toContain('we <3 your words.')
})

test('keys alone moderate: move, approve, delete, restore, and delete for ever', {
  tag: ['@every-browser', '@wide'],
}, async ({ adminPage, rows, request }) => {
  const page = adminPage
  const word = newWord()
  const review = { location: 'Camden', rating: 5, email: `${word}@example.com` }
  for (const name of ['Cora', 'Bram', 'Ada'])
    await asServer(request, 'POST', '/rest/v1/reviews', { ...review, name, text: `Dry, says ${name}` })
  await open(page, reviewsOf(word))
  await expect(page.getByRole('tab', { name: 'Pending (3)' })).toBeVisible()
  await expect(row(page, 'Ada')).toBeVisible()
  await page.getByRole('tab', { name: 'Pending (3)' }).focus()
  for (const _ of ['search', 'export', 'table']) await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await expect(row(page, 'Ada')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('Review approved successfully')).toBeVisible()
  await expect(row(page, 'Bram')).toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByText('Review moved to deleted')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Deleted (1)' })).toBeVisible()

  await page.getByRole('tab', { name: 'Pending (1)' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Published (1)' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Bram')).toBeVisible()
  for (const _ of ['search', 'export', 'table']) await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  const dialog = page.getByRole('alertdialog', { name: 'Delete this review permanently?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Review permanently deleted')).toBeVisible()
  expect(await rows('reviews', `email=eq.${word}@example.com&select=name,status&order=name`)).toEqual([
    { name: 'Ada', status: 'approved' },
    { name: 'Cora', status: 'pending' },
  ])
})

test('a question the database never answers is given up after ten seconds', async ({ adminPage: page }) => {
  await page.clock.install()
  // A connection that is open but dead.
  const asked = page.waitForRequest('**/rest/v1/rpc/moderation_page')
  await page.route('**/rest/v1/rpc/moderation_page', () => {})
  await page.goto('/admin/dashboard?section=reviews')
  await asked
  const problem = page.getByRole('alert').filter({ hasText: 'Error loading reviews' })
  await page.clock.runFor(8_000)
  await expect(problem).toBeHidden()
  await page.clock.runFor(4_000)
  await expect(problem).toBeVisible()
})
