import type { Page } from 'playwright/test'
import type { SavedFile } from '../../src/domain/media'
import { databaseKeys, fillLocalStorage, giveFiles, type MadeFile, storedJson } from './media-files'
import { expect, open, test } from './support'

const MB = 1024 * 1024

const openMedia = async (page: Page, tab: 'videos' | 'images') => {
  await open(page, `/admin/dashboard?section=media&tab=${tab}`)
  await expect(page.getByRole('heading', { name: /^Saved/ })).toBeVisible()
}
const showTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}
const uploadButton = (page: Page) => page.getByRole('button', { name: /^Upload (?:Video|Image|\d+ Images)$/ })
const upload = async (page: Page, file: MadeFile, way?: 'drop') => {
  await giveFiles(page, [file], way)
  await uploadButton(page).click()
  await expect(page.getByRole('button', { name: `Delete ${file.name}` })).toBeVisible()
}
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()
const newest = async (page: Page, key: 'adminVideos' | 'projectImages') =>
  (await storedJson<SavedFile[]>(page, key)).at(-1)
const players = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('video')].map(({ paused }) => (paused ? 'paused' : 'playing')))

test.beforeEach(async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.setItem('adminAuth', 'true')
    localStorage.setItem('cookieConsent', 'rejected')
  })
})

for (const size of [5, 50])
  test(`a ${size} MB video is stored, previewed and shown as the hero after a reload`, {
    tag: size === 5 ? [] : '@release',
  }, async ({ page }) => {
    await openMedia(page, 'videos')
    await upload(page, { kind: 'video', name: 'large.webm', bytes: size * MB })
    const [video] = await storedJson<SavedFile[]>(page, 'adminVideos')
    expect(video).toMatchObject({ name: 'large.webm', url: expect.stringMatching(/^idb:/) })

    await openMedia(page, 'videos')
    await page.getByRole('button', { name: 'Preview large.webm' }).click()
    await expect.poll(() => players(page)).toEqual(['playing'])
    await page.getByRole('button', { name: 'Set as Hero large.webm' }).click()
    await expect(page.getByText('Showing as hero')).toBeVisible()
    const [slide] = await storedJson<object[]>(page, 'heroSlides')
    expect(slide).toMatchObject({ src: video?.url, poster: expect.stringMatching(/^data:image\/webp/) })

    await open(page, '/')
    const hero = page.getByRole('region', { name: 'Pictures of our work' }).locator('video')
    await expect.poll(() => hero.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1)
    await page.getByRole('button', { name: 'Pause slideshow' }).click()
    await expect.poll(() => hero.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  })

test('a video moves from local storage to IndexedDB when space is needed', async ({ page }) => {
  await openMedia(page, 'videos')
  await upload(page, { kind: 'video', name: 'hero.webm', bytes: 3 * MB })
  expect((await newest(page, 'adminVideos'))?.url).toMatch(/^data:video\/webm;base64,/)
  expect(await databaseKeys(page)).toEqual([])
  await page.getByRole('button', { name: 'Set as Hero hero.webm' }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
  const moved = await newest(page, 'adminVideos')
  expect(await databaseKeys(page)).toEqual([moved?.url.replace('idb:', '')])
  await page.getByRole('button', { name: 'Preview hero.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['playing'])

  await upload(page, { kind: 'video', name: 'other.webm', bytes: 3 * MB })
  await remove(page, 'other.webm')
  await expect(page.getByText('Video deleted successfully')).toBeVisible()
  await page.evaluate((characters) => localStorage.setItem('other', 'x'.repeat(characters)), 2 * MB)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Preview other.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['paused', 'playing'])
  expect(await databaseKeys(page)).toHaveLength(2)
  await giveFiles(page, [{ kind: 'video', name: 'waiting.webm' }])
  // React replaces the player once the file has a URL.
  const preview = page.locator('video[aria-label="Preview of waiting.webm"][src]')
  await preview.evaluate((video: HTMLVideoElement) => video.play())
  await expect(page.getByRole('button', { name: 'Preview other.webm' })).toBeVisible()
})

test('a stored file is deleted once neither Undo nor a damaged record needs it', async ({ page }) => {
  await openMedia(page, 'videos')
  await upload(page, { kind: 'video', name: 'large.webm', bytes: 5 * MB })
  await page.evaluate(() => localStorage.setItem('adminVideos', `${localStorage.getItem('adminVideos')}, damaged`))
  await openMedia(page, 'videos')
  await expect(page.getByText('Error loading saved videos', { exact: true }).first()).toBeVisible()
  expect(await databaseKeys(page)).toHaveLength(1)
  await page.evaluate(() => localStorage.removeItem('adminVideos.corrupt'))
  await openMedia(page, 'videos')
  await expect.poll(() => databaseKeys(page)).toEqual([])

  await upload(page, { kind: 'video', name: 'again.webm', bytes: 5 * MB })
  await remove(page, 'again.webm')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await databaseKeys(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect.poll(() => databaseKeys(page)).toEqual([])
})

for (const count of [2, 20])
  test(`${count} photos of 5 MB are scaled, and the home page shows the first four`, {
    tag: count === 2 ? [] : '@release',
  }, async ({ page }) => {
    await openMedia(page, 'images')
    const photo = { kind: 'image' as const, width: 1800, height: 1350, noise: true, bytes: 5 * MB }
    const files = Array.from({ length: count }, (_, index) => ({ ...photo, name: `image ${index + 1}.jpg` }))
    await giveFiles(page, files)
    await uploadButton(page).click()
    await expect(page.getByText(`${count} images uploaded successfully`)).toBeVisible({ timeout: count * 10_000 })
    const places = (await storedJson<SavedFile[]>(page, 'projectImages')).map(({ url }) => url.split(/[;:]/, 2).join())
    expect(places[0]).toBe('data,image/webp')
    expect(await databaseKeys(page)).toHaveLength(places.filter((place) => place.startsWith('idb')).length)

    await open(page, '/')
    const images = page.locator('#projects').getByRole('img', { name: /^image/ })
    const shown = () =>
      images.evaluateAll((all: HTMLImageElement[]) => all.map(({ alt, naturalWidth }) => [alt, naturalWidth]))
    await expect.poll(shown).toEqual(files.slice(0, 4).map(({ name }) => [name, 1600]))
  })

test('a small photo is stored unchanged and displays upright', { tag: '@every-browser' }, async ({ page }) => {
  await openMedia(page, 'images')
  const photo = { kind: 'image', name: 'upright.jpg', width: 2000, height: 1000, turned: true, bytes: MB } as const
  await upload(page, photo, 'drop')
  const image = await newest(page, 'projectImages')
  expect(image?.url).toMatch(/^data:image\/jpeg;base64,/)
  // With the EXIF note.
  expect(Buffer.from(image?.url.split(',')[1] ?? '', 'base64')).toHaveLength(MB)
  const size = () =>
    page
      .getByRole('img', { name: 'upright.jpg' })
      .evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight])
  await expect.poll(size).toEqual([1000, 2000])
})

test('the home page skips images and videos that this browser can’t display', async ({ page }) => {
  await openMedia(page, 'images')
  const warning = (name: string) =>
    page.getByText(`This browser can’t display ${name}, and visitors may not be able to see it either.`)
  const text = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="owned"</script></svg>'
  const drawing = { kind: 'text', name: 'drawing.svg', type: 'image/svg+xml', text } as const
  await giveFiles(page, [drawing, { ...drawing, name: 'hidden.png', type: 'image/png' }])
  await expect(warning('hidden.png')).toBeVisible()
  await uploadButton(page).click()
  await expect(page.getByText('2 images uploaded successfully')).toBeVisible()
  // Scaling would stop the animation.
  await upload(page, { kind: 'text', name: 'moving.gif', type: 'image/gif', text: 'GIF89a'.repeat(800_000) })
  expect((await newest(page, 'projectImages'))?.url).toMatch(/^idb:/)
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('4.6 MB used')
  await expect(page).not.toHaveTitle('owned')
  const film = JSON.stringify([{ type: 'video', src: 'data:video/ogg;base64,T2dnUw==' }])
  await page.evaluate((slides) => localStorage.setItem('heroSlides', slides), film)

  await open(page, '/')
  await page.locator('#projects').scrollIntoViewIfNeeded()
  await expect(page.locator('#projects').getByRole('link', { name: /./ })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
})

test('a full storage refuses an upload and keeps saved files and the selection', async ({ page }) => {
  await openMedia(page, 'images')
  await upload(page, { kind: 'image', name: 'first.jpg', width: 400, height: 300 })
  const before = await storedJson(page, 'projectImages')
  await fillLocalStorage(page)
  await giveFiles(page, [{ kind: 'image', name: 'second.jpg', width: 400, height: 300 }])
  await uploadButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Error uploading image This browser is out of storage space')
  await expect(page.getByRole('list', { name: 'Selected images' })).toContainText('second.jpg')
  expect(await storedJson(page, 'projectImages')).toEqual(before)

  await showTab(page, 'Video Management')
  await giveFiles(page, [{ kind: 'video', name: 'walk.webm', bytes: MB }])
  // Enough for the video, but nothing would be left for small values.
  await page.evaluate(
    (free) => {
      const two = `${localStorage.getItem('filler-0')}${localStorage.getItem('filler-1')}`
      localStorage.removeItem('filler-1')
      localStorage.setItem('filler-0', two.slice(free))
    },
    Math.ceil(MB / 3) * 4 + 30_000,
  )
  await uploadButton(page).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
  expect((await newest(page, 'adminVideos'))?.url).toMatch(/^idb:/)
})

test('a browser without IndexedDB refuses large files but still stores small ones', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'large.webm', bytes: 8 * MB }])
  await uploadButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Error uploading video This browser can’t store large files')
  await upload(page, { kind: 'video', name: 'small.webm' })
})

test('the owner reorders images by mouse and by touch', async ({ page }) => {
  await openMedia(page, 'images')
  const photos = ['a', 'b', 'c'].map((name) => ({ kind: 'image' as const, name, width: 400, height: 300 }))
  await giveFiles(page, photos)
  await uploadButton(page).click()
  await expect(page.getByRole('heading', { name: 'Saved images (3 of 20)' })).toBeVisible()
  const saved = page.getByRole('region', { name: /^Saved images/ }).getByRole('img')
  const order = async () => (await storedJson<SavedFile[]>(page, 'projectImages')).map(({ name }) => name)
  const middle = async (index: number) => {
    const box = await saved.nth(index).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  await saved.nth(2).hover()
  await page.mouse.down()
  const first = await middle(0)
  await page.mouse.move(first.x, first.y, { steps: 5 })
  // A drop before the last move is rendered leaves the image one place short.
  await expect(page.getByText('c would be at position 1 of 3')).toBeAttached()
  await page.mouse.up()
  await expect(page.getByText('Project images updated')).toBeVisible()
  expect(await order()).toEqual(['c', 'a', 'b'])

  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  const handle = await page.getByRole('button', { name: 'Move c', exact: true }).boundingBox()
  const from = { x: (handle?.x ?? 0) + 8, y: (handle?.y ?? 0) + 8 }
  await touch('touchStart', from)
  // A shorter press scrolls the page.
  await page.waitForTimeout(250)
  const { x } = await middle(2)
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: from.x + (x - from.x) * part, y: from.y })
  await expect(page.getByText('c would be at position 3 of 3')).toBeAttached()
  await touch('touchEnd')
  await expect.poll(order).toEqual(['a', 'b', 'c'])
})
