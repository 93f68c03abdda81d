import { site } from '../../src/content/site'
import { expect, open, signIn, test } from './admin-support'
import { fill, freshEmail } from './support'

test('the owner approves a testimonial from an email and thanks its author', {
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

test('the dashboard reports an error when the database doesn’t respond for ten seconds', async ({
  adminPage: page,
}) => {
  await page.clock.install()
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
