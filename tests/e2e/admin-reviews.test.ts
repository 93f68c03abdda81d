import { randomUUID } from 'node:crypto'
import { site } from '../../src/content/site'
import { asServer, expect, open, signIn, test } from './admin-support'
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

test('the owner deletes reviews by key with a reason, which the deleted tab shows', {
  tag: '@every-browser',
}, async ({ adminPage: page, request }) => {
  const word = `word${randomUUID().slice(0, 8)}`
  for (const [name, status] of [
    ['Ann', 'pending'],
    ['Bea', 'pending'],
    ['Cem', 'approved'],
  ] as const) {
    const review = { name, status, location: 'Soho', rating: 1, email: `${name}@example.com`, text: `${word} ${name}` }
    await asServer(request, 'POST', '/rest/v1/reviews', review)
  }
  const openTab = (tab: string) => open(page, `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`)
  await openTab('pending')
  await page.getByRole('checkbox', { name: 'Select the review by Ann' }).press('d')
  await expect(page.getByText('Why? A low rating isn’t a reason.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select the review by Ann' }).press('d')
  await expect(page.getByRole('button', { name: '1. Not about our work' })).toBeFocused()
  await page.keyboard.press('4')
  await expect(page.getByText('Review moved to deleted')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select the review by Bea' }).press('d')
  await page.getByRole('button', { name: '6. Something else' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('4 of 5 words are swearing')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Deleted (2)' })).toBeVisible()
  await openTab('published')
  const remove = page.getByRole('button', { name: 'Remove from site the review by Cem' })
  await remove.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '5. Withdrawn by the author' }).click()
  await expect(page.getByRole('tab', { name: 'Deleted (3)' })).toBeVisible()
  await openTab('deleted')
  for (const reason of ['duplicate', 'something else (4 of 5 words are swearing)', 'withdrawn by the author'])
    await expect(page.getByText(`Reason: ${reason}`)).toBeVisible()
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
  await page.clock.runFor(7_000)
  await expect(problem).toBeHidden()
  await page.clock.runFor(5_000)
  await expect(problem).toBeVisible()
})
