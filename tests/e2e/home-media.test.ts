import { expect, open, test } from './support'

test('a visitor controls the home page slides without loading the media storage', {
  tag: '@every-browser',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/')
  const third = page.getByRole('button', { name: 'Show picture 3 of 4' })
  await third.click()
  await expect(third).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause slideshow' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeFocused()
  await page.getByRole('button', { name: 'Play slideshow' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause slideshow' })).toBeVisible()
  expect(asked.filter((url) => url.includes('media-blobs'))).toEqual([])
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
})
