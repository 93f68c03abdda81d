import { expect, open, test } from './support'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

test('the homepage downloads nothing for saved files that it does not have; its slides are chosen, stopped and started', {
  tag: '@every-browser',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/')
  const third = page.getByRole('button', { name: 'Show picture 3 of 4' })
  await third.click()
  await expect(third).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the slides' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeFocused()
  await page.getByRole('button', { name: 'Play the slides' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
  expect(asked.filter((url) => url.includes('media-blobs'))).toEqual([])
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
})

test.describe('pictures of other sites, and files that are gone', () => {
  test.use({ expectedNoise: /Content Security Policy/ })

  test('make way for those that can be shown', async ({ page }) => {
    await page.goto('/robots.txt')
    await page.evaluate((pixel) => {
      const urls = ['idb:gone', 'https://elsewhere.example/a.jpg', pixel]
      const images = urls.map((url, id) => ({ id: `${id}`, name: `Saved ${id}`, url, uploadDate: '1/2/2026' }))
      localStorage.setItem('projectImages', JSON.stringify(images))
      const slides = urls.slice(0, 2).map((src) => ({ type: 'image', src }))
      localStorage.setItem(
        'heroSlides',
        JSON.stringify([...slides, { type: 'video', src: 'https://elsewhere.example/c.mp4' }]),
      )
    }, PIXEL)
    await open(page, '/')
    await expect(page.locator('#projects').getByRole('img', { name: /^Saved/ })).toHaveCount(1)
    await expect(page.getByRole('img', { name: 'Saved 2' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
  })
})
