import { storedJson } from './media-files'
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

test.describe('pictures that cannot be shown', () => {
  test.use({ expectedNoise: /Content Security Policy/ })

  test('make way for those that can, and their records stay', async ({ page }) => {
    await open(page, '/business-card')
    await page.evaluate((pixel) => {
      const image = (id: number, url: string) => ({ id: String(id), name: `Saved ${id}`, url, uploadDate: '1/2/2026' })
      localStorage.setItem(
        'projectImages',
        JSON.stringify([image(1, 'idb:gone'), image(2, 'https://elsewhere.example/a.jpg'), image(3, pixel)]),
      )
      localStorage.setItem(
        'heroSlides',
        JSON.stringify([
          { type: 'video', src: 'data:video/webm;base64,AA' },
          { type: 'image', src: 'idb:gone' },
          { type: 'image', src: 'https://elsewhere.example/b.jpg' },
          { type: 'video', src: 'https://elsewhere.example/c.mp4', poster: null },
        ]),
      )
    }, PIXEL)
    await open(page, '/')
    await expect(page.locator('#projects').getByRole('img')).toHaveCount(1)
    await expect(page.getByRole('img', { name: 'Saved 3' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
    expect(await storedJson(page, 'projectImages')).toHaveLength(3)
    expect(await storedJson(page, 'heroSlides')).toHaveLength(4)
  })
})
