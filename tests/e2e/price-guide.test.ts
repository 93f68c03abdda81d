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
  await page.goBack()
  await page.goForward()
  await expect(guide).toBeInViewport()
})
