import type { Page, Route } from 'playwright/test'
import { type Caller, rpc } from '../support/backend-users'
import { expect, open } from './admin-support'
import { giveFiles } from './media-files'
import { test } from './separate-site'

// All of them publish to the same site.
test.describe.configure({ mode: 'default' })
test.use({ expectedNoise: /Failed to load resource/ })

type Item = { place: string; kind: string; alt: string; files?: string[]; widths: number[]; video?: string }
type Publication = { id: number; items: Item[] } | null

const published = async (server: Caller) =>
  ((await rpc(server, 'visitor', 'site')).body as { publication: Publication }).publication
const wordsAt = async (server: Caller, place: string) =>
  (await published(server))?.items.filter((item) => item.place === place).map(({ alt }) => alt)

const openMedia = (page: Page, tab: 'videos' | 'images' | 'publish') =>
  open(page, `/admin/dashboard?section=media&tab=${tab}`)
const openPublish = async (page: Page) => {
  await openMedia(page, 'publish')
  await expect(page.getByRole('heading', { name: 'Publish to the website' })).toBeVisible()
}
const uploadImages = async (page: Page, names: readonly string[], width: number) => {
  await openMedia(page, 'images')
  const images = names.map((name, index) => ({ kind: 'image' as const, name, width: width + 10 * index, height: 900 }))
  await giveFiles(page, images)
  await page.getByRole('button', { name: /^Upload (?:Image|\d Images)$/ }).click()
  await expect(page.getByRole('heading', { name: `Saved images (${names.length} of 20)` })).toBeVisible()
}

const changes = (page: Page) => page.getByRole('region', { name: 'Changes' })
const problem = (page: Page) => changes(page).getByRole('group')
const visible = (page: Page) => page.getByRole('region', { name: 'Live now' })
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const publish = async (page: Page) => {
  await publishButton(page).click()
  await expect(changes(page).getByText('It’s live for all visitors.')).toBeVisible()
}

const uploads = (page: Page) => {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/object\/site-media\/(\w+\.\w+)$/.exec(request.url()) ?? []
    if (name && request.method() === 'POST') names.push(name)
  })
  return names
}
const FILES = '**/storage/v1/object/site-media/*'

test('visitors see the video and pictures that the owner publishes, reverts and restores', {
  tag: '@hosted',
}, async ({ adminPage: page, admin, anotherPage: visitor, request, server }) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name: 'harrow-walk.webm' }])
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await page.getByRole('button', { name: 'Set as Hero harrow-walk.webm' }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
  await uploadImages(page, ['camden_pit.jpg', 'IMG_2041.jpg', 'c.jpg', 'd.jpg', 'e.jpg'], 1200)
  await openPublish(page)
  await expect(changes(page)).toContainText('Hero: 1 video and 4 pictures (was the 4 built-in pictures)')
  const needed = page.getByLabel('Description of IMG_2041.jpg')
  await publishButton(page).click()
  await expect(needed).toBeFocused()
  await needed.fill('A dry basement in Camden')
  const uploaded = uploads(page)
  await publish(page)
  await expect(visible(page)).toContainText(`by ${admin.email}`)

  const first = await published(server)
  const latest = first?.items.filter(({ place }) => place === 'latest') ?? []
  const hero = first?.items.filter(({ place }) => place === 'hero') ?? []
  expect(hero.map(({ kind }) => kind)).toEqual(['video', 'built-in', 'built-in', 'built-in', 'built-in'])
  const words = ['Camden pit', 'A dry basement in Camden', 'C', 'D']
  expect(latest.map(({ alt }) => alt)).toEqual(words)
  expect(latest[0]).toMatchObject({ kind: 'image', widths: [640, 1024, 1200], width: 1200, height: 900 })
  const files = first?.items.flatMap(({ video, files = [] }) => [...(video ? [video] : []), ...files]) ?? []
  expect(files).toHaveLength(14)
  expect([...uploaded].sort()).toEqual([...files].sort())
  for (const file of files) {
    const answer = await request.get(`/storage/v1/object/public/site-media/${file}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject({
      'cache-control': expect.stringContaining('max-age=3600'),
      'x-robots-tag': 'all',
      'content-type': file.endsWith('.webp') ? 'image/webp' : 'video/webm',
    })
  }
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await open(visitor, '/')
  const pictures = visitor.locator('#projects figure')
  await expect(pictures.first()).toHaveText('Camden pit')
  await visitor.locator('#projects').scrollIntoViewIfNeeded()
  const shown = () =>
    pictures.evaluateAll((all) =>
      all.map((one) => (one.querySelector('img')?.naturalWidth ?? 0) > 0 && one.textContent),
    )
  await expect.poll(shown).toEqual(words)
  // A single slide never moves on.
  const heroPicture = visitor.getByRole('region', { name: 'Pictures of our work' }).getByRole('img')
  await expect(heroPicture).toHaveAttribute('alt', 'Harrow walk')

  await page.getByRole('button', { name: 'Go back to the built-in pictures' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await expect(changes(page).getByText('The built-in pictures are live again')).toBeVisible()
  expect((await published(server))?.items).toEqual([])
  const list = page.getByRole('region', { name: 'Publishing history' }).getByRole('listitem')
  await expect(list.first()).toContainText('Live')
  const earlier = list.nth(1)
  const show = earlier.getByRole('button', { name: /^Show/ })
  await show.press('Enter')
  const looked = page.getByRole('dialog', { name: /^The publication from/ })
  await expect(looked.getByText('Camden pit')).toBeVisible()
  await expect(looked.getByRole('heading', { level: 3, name: 'Hero' }), 'right below the title').toBeVisible()
  await expect(looked.getByRole('heading').first()).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(looked.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  await earlier.getByRole('button', { name: /^Publish again/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish again' }).click()
  await expect(changes(page).getByText('The earlier publication is live again')).toBeVisible()
  expect((await published(server))?.items).toEqual(first?.items)
  expect(uploaded).toHaveLength(14)
})

test('a refused file publishes nothing, and retrying after a lost response publishes once', {
  tag: '@release',
}, async ({ adminPage: page, server }) => {
  await uploadImages(page, ['one.jpg', 'two.jpg'], 900)
  await openPublish(page)
  const before = await published(server)
  const uploaded = uploads(page)
  let sent = 0
  await page.route(FILES, (route) => {
    sent += 1
    const refusal = { statusCode: '413', error: 'refused', message: 'refused' }
    return sent === 3 ? route.fulfill({ status: 400, json: refusal }) : route.continue()
  })
  await publishButton(page).click()
  await expect(problem(page)).toContainText('two.jpg, 640 pixels wide: File size exceeds 50MB limit')
  await expect(problem(page)).toContainText('Nothing has changed for visitors.')
  expect(await published(server)).toEqual(before)

  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/rpc/publish', loseAnswer, { times: 1 })
  await publishButton(page).click()
  await expect(problem(page)).toContainText('It may have gone through')
  const once = await published(server)
  expect(await wordsAt(server, 'latest')).toEqual(['One', 'Two'])
  await publish(page)
  expect(await published(server)).toEqual(once)
  expect(uploaded).toHaveLength(5)
  expect(new Set(uploaded).size).toBe(4)
})

test('publishing resumes where it stopped after the owner signs in again', {
  tag: '@release',
}, async ({ adminPage: page, admin, server }) => {
  await uploadImages(page, ['late.jpg'], 1100)
  await openPublish(page)
  await page.getByLabel('Description of late.jpg').fill('Late, but described')
  const uploaded = uploads(page)
  const endSession = async (route: Route) => {
    await page.evaluate(() => {
      const key = 'sb-localhost-auth-token'
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'used' }))
    })
    await route.continue()
  }
  await page.route(FILES, endSession, { times: 1 })
  await publishButton(page).click()
  await expect(problem(page)).toContainText('Your session has ended. Sign in again')
  await expect(problem(page)).toContainText('Press Publish to continue')

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await publish(page)
  expect(await wordsAt(server, 'latest')).toEqual(['Late, but described'])
  expect(uploaded).toHaveLength(3)
})
