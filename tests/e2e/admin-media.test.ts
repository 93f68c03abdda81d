import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import type { SavedFile } from '../../src/domain/media'
import { expectAccessible } from './accessibility'
import { databaseKeys, fillLocalStorage, giveFiles, storedJson } from './media-files'
import { expect, open, test } from './support'

const MB = 1024 * 1024

const openMedia = async (page: Page, tab: 'videos' | 'images') => {
  await open(page, '/business-card')
  await page.evaluate(() => {
    localStorage.setItem('adminAuth', 'true')
    localStorage.setItem('cookieConsent', 'rejected')
  })
  await reopenMedia(page, tab)
}
const reopenMedia = async (page: Page, tab: 'videos' | 'images') => {
  await open(page, `/admin/dashboard?section=media&tab=${tab}`)
  await expect(page.getByRole('heading', { name: /^Saved/ })).toBeVisible()
}

const players = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('video')].map(({ paused }) => (paused ? 'paused' : 'playing')))

test('a 50 MB video is stored, previewed, set as hero, and opens the homepage after a reload', async ({ page }) => {
  test.setTimeout(90_000)
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'large.webm', bytes: 50 * MB }])
  await expect(page.getByText('Video selected successfully')).toBeVisible()
  await expect(page.getByText('50 MB, not uploaded yet')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByText('Video uploaded successfully')).toBeVisible({ timeout: 30_000 })
  const [video] = await storedJson<SavedFile[]>(page, 'adminVideos')
  expect(video).toMatchObject({ id: expect.stringMatching(/^\d{13}$/), name: 'large.webm' })
  expect(video?.uploadDate).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(video?.url).toMatch(/^idb:/)

  await reopenMedia(page, 'videos')
  await page.getByRole('button', { name: 'Preview large.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['playing'])
  await page.getByRole('button', { name: 'Set as Hero large.webm' }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
  const slides = await storedJson<{ type: string; src: string; poster?: string }[]>(page, 'heroSlides')
  expect(slides.map(({ type }) => type)).toEqual(['video', 'image', 'image', 'image', 'image'])
  expect(slides[0]).toMatchObject({ src: video?.url, poster: expect.stringMatching(/^data:image\/webp/) })

  await page.getByRole('button', { name: 'Go to homepage' }).click()
  await expect(page).toHaveURL('/')
  await page.reload()
  const hero = page.getByRole('region', { name: 'Pictures of our work' })
  await expect
    .poll(() => hero.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.1)
  await page.getByRole('button', { name: 'Pause the slides' }).click()
  await expect.poll(() => hero.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test('a video that fits is a data URL, and moves to the database when the hero needs the room', async ({ page }) => {
  test.setTimeout(60_000)
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'walk.webm', bytes: 3 * MB }])
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
  const [video] = await storedJson<SavedFile[]>(page, 'adminVideos')
  expect(video?.url).toMatch(/^data:video\/webm;base64,/)
  expect(video?.url.length).toBeGreaterThan(4 * MB)
  expect(await databaseKeys(page)).toEqual([])

  await page.getByRole('button', { name: 'Set as Hero walk.webm' }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
  const [moved] = await storedJson<SavedFile[]>(page, 'adminVideos')
  const [slide] = await storedJson<{ src: string; poster?: string }[]>(page, 'heroSlides')
  expect(slide).toMatchObject({ src: moved?.url, poster: expect.stringMatching(/^data:image\/webp/) })
  expect(await databaseKeys(page)).toEqual([moved?.url.replace('idb:', '')])
  await page.getByRole('button', { name: 'Preview walk.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['playing'])
})

test('a file that would take the last room goes to the database: small things must still fit', async ({ page }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'walk.webm', bytes: MB }])
  await page.getByText('not uploaded yet').waitFor()
  await fillLocalStorage(page)
  const room = Math.ceil(MB / 3) * 4 + 30_000
  await page.evaluate((free) => {
    const two = `${localStorage.getItem('filler-0')}${localStorage.getItem('filler-1')}`
    localStorage.removeItem('filler-1')
    localStorage.setItem('filler-0', two.slice(free))
  }, room)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
  expect((await storedJson<SavedFile[]>(page, 'adminVideos'))[0]?.url).toMatch(/^idb:/)
})

test('twenty photos of 5 MB are stored, scaled, and the first four show on the homepage after a reload', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openMedia(page, 'images')
  await giveFiles(
    page,
    Array.from({ length: 20 }, (_, index) => ({
      kind: 'image' as const,
      name: `image ${index + 1}.jpg`,
      width: 1800,
      height: 1350,
      noise: true,
      bytes: 5 * MB,
    })),
  )
  await page.getByRole('button', { name: 'Upload 20 Images' }).click()
  await expect(page.getByText('20 images uploaded successfully')).toBeVisible({ timeout: 150_000 })
  await expect(page.getByText('All 20 places are taken')).toBeVisible()
  await reopenMedia(page, 'images')
  await expect(page.getByRole('heading', { name: 'Saved images (20 of 20)' })).toBeVisible()
  await expect(page.getByText('Showing on homepage')).toHaveCount(4)
  const places = (await storedJson<SavedFile[]>(page, 'projectImages')).map(({ url }) => url.split(/[;:]/, 2).join())
  expect(places[0]).toBe('data,image/webp')
  expect(await databaseKeys(page)).toHaveLength(places.filter((place) => place.startsWith('idb')).length)

  await open(page, '/')
  const images = page.locator('#projects').getByRole('img')
  await expect(images).toHaveCount(4)
  const sizes = () => images.evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.naturalWidth))
  await expect.poll(sizes).toEqual([1600, 1600, 1600, 1600])
  expect(await images.evaluateAll((all: HTMLImageElement[]) => all.map(({ alt }) => alt))).toEqual([
    'image 1.jpg',
    'image 2.jpg',
    'image 3.jpg',
    'image 4.jpg',
  ])
})

test('a photo stays inside its record as it was chosen, and shows upright', { tag: '@every-browser' }, async ({
  page,
}) => {
  await openMedia(page, 'images')
  const photo = { kind: 'image', name: 'upright.jpg', width: 2000, height: 1000, turned: true, bytes: MB } as const
  await giveFiles(page, [photo], 'drop')
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  const [image] = await storedJson<SavedFile[]>(page, 'projectImages')
  expect(image?.url).toMatch(/^data:image\/jpeg;base64,/)
  // With the camera's note.
  expect(Buffer.from(image?.url.split(',')[1] ?? '', 'base64')).toHaveLength(MB + 36)
  const size = await page
    .getByRole('img', { name: 'upright.jpg' })
    .evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight])
  expect(size).toEqual([1000, 2000])
  expect(await databaseKeys(page)).toEqual([])
})

test('what would stop moving when it is scaled is not, although it does not fit', async ({ page }) => {
  await openMedia(page, 'images')
  const text = 'GIF89a'.repeat(800_000)
  await giveFiles(page, [{ kind: 'text', name: 'moving.gif', type: 'image/gif', text }])
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  expect((await storedJson<SavedFile[]>(page, 'projectImages'))[0]?.url).toMatch(/^idb:/)
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('4.6 MB used')
})

test('a file that this browser cannot show is kept with a warning, and one that is none of its kind refused', async ({
  page,
}) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'text', name: 'film.ogv', type: 'video/ogg', text: 'OggS' }])
  const warning = (name: string) => page.getByText(`This browser cannot show ${name}, visitors may not see it.`)
  await expect(warning('film.ogv')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await page.getByRole('button', { name: 'Set as Hero film.ogv' }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
  const [slide] = await storedJson<object[]>(page, 'heroSlides')
  expect(slide).toEqual({ type: 'video', src: `data:video/ogg;base64,${btoa('OggS')}` })
  await giveFiles(page, [{ kind: 'zeros', name: 'long.mp4', type: 'video/mp4', bytes: 51 * MB }])
  await expect(page.getByRole('alert')).toHaveText('File size exceeds 50MB limit')

  await page.getByRole('tab', { name: 'Project Images' }).click()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="owned"</script></svg>'
  await giveFiles(page, [
    { kind: 'text', name: 'drawing.svg', type: 'image/svg+xml', text: svg },
    { kind: 'text', name: 'hidden.png', type: 'image/png', text: svg },
    { kind: 'text', name: 'notes.txt', type: 'text/plain', text: svg },
  ])
  await expect(warning('hidden.png')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Please select a valid image file')
  await page.getByRole('button', { name: 'Upload 2 Images' }).click()
  await expect(page.getByText('2 images uploaded successfully')).toBeVisible()
  await expect(warning('hidden.png')).toBeVisible()
  await expect(page).not.toHaveTitle('owned')

  // The homepage goes without what it cannot show.
  await open(page, '/')
  await expect(page.locator('#projects').getByRole('img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
})

test('a full storage refuses an upload in the words of the contract, changes nothing and keeps the selection', async ({
  page,
}) => {
  await openMedia(page, 'images')
  await giveFiles(page, [{ kind: 'image', name: 'first.jpg', width: 400, height: 300 }])
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByRole('heading', { name: 'Saved images (1 of 20)' })).toBeVisible()
  const before = await page.evaluate(() => localStorage.getItem('projectImages'))
  await fillLocalStorage(page)

  await giveFiles(page, [{ kind: 'image', name: 'second.jpg', width: 400, height: 300 }])
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByRole('alert')).toContainText('Error uploading image There is no room left in this browser')
  await expect(page.getByRole('list', { name: 'Selected images' })).toContainText('second.jpg')
  expect(await page.evaluate(() => localStorage.getItem('projectImages'))).toBe(before)
  expect(await databaseKeys(page)).toEqual([])

  await page.getByRole('tab', { name: 'Video Management' }).click()
  await giveFiles(page, [{ kind: 'video', name: 'walk.webm' }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('alert')).toContainText('Error uploading video')
  expect(await databaseKeys(page)).toEqual([])
})

test('a browser without a database says so, and still keeps what is small', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await openMedia(page, 'videos')
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('no space for large files here')
  await giveFiles(page, [{ kind: 'video', name: 'large.webm', bytes: 8 * MB }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('alert')).toContainText('Error uploading video This browser offers no space')
  await giveFiles(page, [{ kind: 'video', name: 'small.webm' }])
  await page.getByText('small.webm').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
})

test('only one video plays at a time, the one waiting to be uploaded included', async ({ page }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'one.webm' }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await giveFiles(page, [{ kind: 'video', name: 'two.webm' }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Preview one.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['paused', 'playing'])
  await page.getByLabel('Preview of two.webm').evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => players(page)).toContain('paused')
  await expect(page.getByRole('button', { name: 'Preview one.webm' })).toBeVisible()
})

test('a deleted video keeps its file while it can be undone, and loses it after that', async ({ page }) => {
  test.setTimeout(60_000)
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'large.webm', bytes: 5 * MB }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete large.webm' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Video deleted successfully')).toBeVisible()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Preview large.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['playing'])
  expect(await databaseKeys(page)).toHaveLength(1)

  await remove()
  expect(await databaseKeys(page)).toHaveLength(1)
  await page.mouse.move(10, 10)
  await expect.poll(() => databaseKeys(page), { timeout: 7_000 }).toEqual([])
})

test('a deleted video comes back by undo although something else has taken its room', async ({ page }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'walk.webm', bytes: 3 * MB }])
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await page.getByRole('button', { name: 'Delete walk.webm' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Video deleted successfully')).toBeVisible()
  await page.evaluate((characters) => localStorage.setItem('other', 'x'.repeat(characters)), 2 * MB)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Preview walk.webm' }).click()
  await expect.poll(() => players(page)).toEqual(['playing'])
  expect(await databaseKeys(page)).toHaveLength(1)
})

test('files that no record names are cleared away, those of records that were set aside are not', async ({ page }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'a.webm', bytes: 5 * MB }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('adminVideos', `${localStorage.getItem('adminVideos')}, damaged`)
  })
  await reopenMedia(page, 'videos')
  await expect(page.getByText('Error loading saved videos', { exact: true }).first()).toBeVisible()
  expect(await databaseKeys(page)).toHaveLength(1)

  await page.evaluate(() => localStorage.removeItem('adminVideos.corrupt'))
  await reopenMedia(page, 'videos')
  await expect.poll(() => databaseKeys(page)).toEqual([])
})

test('images are put in order by dragging, and another tab follows', async ({ page, context }) => {
  await openMedia(page, 'images')
  await giveFiles(
    page,
    ['a', 'b', 'c'].map((name) => ({ kind: 'image' as const, name, width: 400, height: 300 })),
  )
  await page.getByRole('button', { name: 'Upload 3 Images' }).click()
  await expect(page.getByRole('heading', { name: 'Saved images (3 of 20)' })).toBeVisible()
  const other = await context.newPage()
  await reopenMedia(other, 'images')

  const card = (where: Page, index: number) =>
    where
      .getByRole('region', { name: /^Saved images/ })
      .getByRole('listitem')
      .nth(index)
  await card(page, 2).getByRole('img').dragTo(card(page, 0).getByRole('img'))
  await expect(page.getByText('Project images updated')).toBeVisible()
  const order = (await storedJson<SavedFile[]>(page, 'projectImages')).map(({ name }) => name)
  expect(order).toEqual(['c', 'a', 'b'])
  await expect(card(other, 0)).toContainText('1. c')
})

test('the media section is accessible and fits its width', async ({ page }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'one.webm' }])
  await page.getByText('not uploaded yet').waitFor()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Saved videos (1)' })).toBeVisible()
  await expectAccessible(page, 'videos')
  await page.getByRole('tab', { name: 'Project Images' }).click()
  await giveFiles(page, [{ kind: 'image', name: 'one.jpg', width: 400, height: 300 }])
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByRole('heading', { name: 'Saved images (1 of 20)' })).toBeVisible()
  await expectAccessible(page, 'images')
})

test('the site’s policy allows what the section shows and nothing more', () => {
  const headers = readFileSync(new URL('../../dist/_headers', import.meta.url), 'utf8')
  expect(headers).toContain("img-src 'self' data: blob:; media-src 'self' data: blob:;")
})
