import { fillLocalStorage, storedJson } from './media-files'
import { expect, open, test } from './support'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

test('the homepage downloads nothing for saved files that it does not have', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, '/')
  await expect(page.locator('#projects').getByRole('img')).toHaveCount(4)
  expect(scripts.filter((url) => url.includes('media-blobs'))).toEqual([])
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
})

test('keys that cannot be read are reported, set aside, and the built-in pictures show', async ({ page }) => {
  await open(page, '/business-card')
  await page.evaluate(() => {
    localStorage.setItem('heroSlides', '[{')
    localStorage.setItem('projectImages', '7')
  })
  await open(page, '/')
  await expect(page.getByText('Error loading saved hero slides')).toBeVisible()
  await expect(page.getByText('Error loading saved project images')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
  await expect(page.locator('#projects').getByRole('link', { name: /./ })).toHaveCount(5)
  expect(
    await page.evaluate(() => [localStorage['heroSlides.corrupt'], localStorage['projectImages.corrupt']]),
  ).toEqual(['[{', '7'])
})

test('the slides are chosen, stopped and started again by their buttons', { tag: '@every-browser' }, async ({
  page,
}) => {
  await open(page, '/')
  const third = page.getByRole('button', { name: 'Show picture 3 of 4' })
  await third.click()
  await expect(third).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the slides' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeFocused()
  await page.getByRole('button', { name: 'Play the slides' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
})

test('a full storage and damaged keys together break no page', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => localStorage.setItem('heroSlides', '[{'))
  await fillLocalStorage(page)
  await open(page, '/')
  await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
  await open(page, '/testimonials')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('pictures that cannot be shown make way for those that can, and their records stay', async ({ page, noise }) => {
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
  // The browser reports what the policy refuses.
  expect(noise.filter((line) => !line.includes('Content Security Policy'))).toEqual([])
  noise.length = 0
})

test('under reduced motion nothing moves until it is asked to', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
  await page.getByRole('button', { name: 'Play the slides' }).click()
  await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
  await context.close()
})
