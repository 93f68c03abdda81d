import { asServer } from './admin-support'
import { expect, freshEmail, getReviewsRegion, open, PHONE, test } from './support'

test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

test('approved reviews appear newest first, as plain text, with more on request', {
  tag: '@hosted',
}, async ({ page, context, request }) => {
  // Fill two pages and are newer than the rows of other tests.
  const rows = Array.from({ length: 9 }, (_, index) => ({
    name: index === 1 ? `Reviewer ${'2'.repeat(90)}` : `Reviewer ${index + 1}`,
    location: index === 1 ? 'B'.repeat(100) : 'Barnes',
    title: null,
    text: index === 0 ? 'Line one.\n<script>window.hacked = true</script>' : `Review number ${index + 1}.`,
    rating: 5 - (index % 2),
    status: 'approved',
    email: freshEmail(`reviewer${index}`),
    created_at: new Date(Date.now() + 3_600_000 - index * 60_000).toISOString(),
  }))
  await asServer(request, 'POST', '/rest/v1/reviews', rows)
  await page.setViewportSize(PHONE)
  await open(page, '/testimonials')
  const section = getReviewsRegion(page)
  await section.scrollIntoViewIfNeeded()
  const quotes = section.getByRole('listitem')
  await expect(quotes).toHaveCount(6)
  await expect(quotes.first()).toContainText('Reviewer 1')
  await expect(page.getByText('<script>window.hacked = true</script>')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(page.getByText('2'.repeat(90))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await context.setOffline(true)
  await section.getByRole('button', { name: 'Load more reviews' }).click()
  await expect(section.getByRole('alert')).toContainText('Please check your connection and try again.')
  await context.setOffline(false)
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section.getByRole('alert')).toBeHidden()
  await expect(quotes).toHaveCount(12)
  expect(new Set(await quotes.allInnerTexts()).size).toBe(12)
})
