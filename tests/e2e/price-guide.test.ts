import { expect, open, test } from './support'

test('the link to the price guide leads there as often as it is followed', { tag: '@every-browser' }, async ({
  page,
}) => {
  await open(page, '/')
  const link = page.getByRole('link', { name: 'What would yours cost?' })
  const guide = page.getByRole('heading', { name: 'What it costs, how long it takes' })
  for (const _ of [1, 2, 3]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await link.click()
    await expect(guide).toBeInViewport()
    await expect(guide).toBeFocused()
  }
  // Firefox never tells Playwright that a step within a document has been taken.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/$/)
  await page.evaluate(() => history.forward())
  await expect(guide).toBeInViewport()
})
