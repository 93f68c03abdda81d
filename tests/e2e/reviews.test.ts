import { expect, freshEmail, keys, open, test } from './support'

const asOwner = { apikey: keys.secret, 'user-agent': 'tests' }

// In one worker, so that the rows are added once.
test.describe.configure({ mode: 'serial' })

// Side by side with others on one database: enough rows of our own for two pages, newer than any of theirs.
test.beforeAll(async ({ playwright, baseURL, backend }) => {
  const request = await playwright.request.newContext({ baseURL: backend ?? baseURL ?? '', extraHTTPHeaders: asOwner })
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
  const answer = await request.post('/rest/v1/reviews', { data: rows })
  expect(answer.ok(), await answer.text()).toBe(true)
  await request.dispose()
})

test('approved reviews show newest first, with their average and number, and more on request', async ({ page }) => {
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  const quotes = section.getByRole('listitem')
  await expect(quotes).toHaveCount(6)
  await expect(quotes.first()).toContainText('Reviewer 1')
  await expect(section).toContainText(/\d\.\d out of 5, from \d+ reviews/)
  await section.getByRole('button', { name: 'Load more reviews' }).click()
  await expect(quotes).toHaveCount(12)
  const names = await quotes.allInnerTexts()
  expect(new Set(names).size).toBe(12)
})

test('what a reviewer wrote is shown as text, whatever it looks like', { tag: '@any-origin' }, async ({ page }) => {
  await open(page, '/testimonials')
  await page.getByRole('region', { name: 'From our customers' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('<script>window.hacked = true</script>')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('a name without a space stays inside the page of a phone', { tag: '@any-origin' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/testimonials')
  await page.getByRole('region', { name: 'From our customers' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('2'.repeat(90))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('without a connection the reviews say so, and come when asked again', async ({ page, context, noise }) => {
  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  const more = section.getByRole('button', { name: 'Load more reviews' })
  await expect(more).toBeVisible()
  await context.setOffline(true)
  await more.click()
  await expect(section.getByRole('alert')).toHaveText(
    'Error loading reviews Please check your connection and try again.',
  )
  noise.length = 0
  await context.setOffline(false)
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section.getByRole('alert')).toBeHidden()
  await expect(section.getByRole('listitem').nth(6)).toBeVisible()
})
