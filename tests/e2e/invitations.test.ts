import { expect, open, test } from './admin-support'
import { fill, freshEmail, getCachedPaths, getReviewsRegion, loadReviews, type Mail, waitForHydration } from './support'

const linkIn = ([mail]: Mail[]): string => {
  const { pathname, hash } = new URL(/http\S+#invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return pathname + hash
}

test('an invited customer writes a review, which is published as verified', {
  tag: '@hosted',
}, async ({ adminPage, browser, baseURL, mailbox, rows }) => {
  const email = freshEmail('asked')
  const words = `Bone dry, says ${email}.`
  await open(adminPage, '/admin/dashboard?section=reviews')
  await adminPage.getByRole('button', { name: 'Ask for a review' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Ask for a review' })
  await fill(dialog, { Name: 'Adaeze Nwosu', Email: email, 'Job location (optional)': 'Camden' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(adminPage.getByText(`Invitation sent to ${email}`)).toBeVisible()

  const link = linkIn(await mailbox.to(email))
  const token = link.split('=')[1] ?? ''
  const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'allow' })
  const page = await context.newPage()
  const told: string[] = []
  page.on('request', (request) => {
    const isAnswer = /\/rpc\/review_invitation$|\/submit-testimonial$/.test(request.url())
    const said = [request.url()]
    if (!isAnswer) said.push(JSON.stringify(request.headers()), request.postData() ?? '')
    if (said.some((text) => text.includes(token))) told.push(request.url())
  })
  await page.goto(link)
  await waitForHydration(page)
  const thanks = page.getByText('Thank you for working with us.')
  await expect(thanks).toBeInViewport()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.reload()
  await expect(thanks).toBeInViewport()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /floor beneath/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Your testimonial').fill(words)
  await loadReviews(page)
  await page.getByRole('button', { name: 'Submit Testimonial' }).dblclick()
  await expect(page.getByRole('group', { name: /^Success!/ })).toBeVisible()
  expect(page.url()).not.toContain(token)
  expect(told).toEqual([])
  const stored = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie])
  const cached = await getCachedPaths(page)
  expect(cached).toContain('/testimonials')
  expect(JSON.stringify([stored, cached])).not.toContain(token)
  expect(await rows('reviews', `email=eq.${email}&select=verified,status`)).toEqual([
    { verified: true, status: 'pending' },
  ])

  await open(adminPage, `/admin/dashboard?section=reviews&q=${encodeURIComponent(email)}`)
  const row = adminPage.getByRole('row', { name: /Adaeze/ })
  await expect(row.getByText('Verified customer')).toBeVisible()
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(adminPage.getByText('Review approved successfully')).toBeVisible()
  await page.goto('/testimonials')
  const section = getReviewsRegion(page)
  await section.scrollIntoViewIfNeeded()
  const quote = section.getByRole('listitem').filter({ hasText: words })
  // Other tests also publish reviews.
  await expect(async () => {
    await expect(quote.or(section.getByRole('button', { name: 'Load more reviews' })).first()).toBeVisible()
    if (!(await quote.isVisible())) await section.getByRole('button', { name: 'Load more reviews' }).click()
    await expect(quote).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(quote.getByText('Verified customer')).toBeVisible()
  await context.close()
})
