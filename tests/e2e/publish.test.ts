import type { APIRequestContext, Page, Route } from 'playwright/test'
import { expectAccessible } from './accessibility'
import { asServer, expect, open, signIn } from './admin-support'
import { giveFiles } from './media-files'
import { test } from './own-site'
import { keys } from './support'

// One after the other: all of them publish to the one site.
test.describe.configure({ mode: 'default', timeout: 60_000 })

type Item = { place: string; kind: string; alt: string; stills: string[]; still_widths: number[]; video?: string }
type Publication = { id: number; items: Item[] } | null

const asVisitor = { apikey: keys.publishable, authorization: `Bearer ${keys.publishable}` }

const published = async (request: APIRequestContext): Promise<Publication> => {
  const answer = await request.post('/rest/v1/rpc/current_publication', { headers: asVisitor, data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
const wordsAt = async (request: APIRequestContext, place: string) =>
  (await published(request))?.items.filter((item) => item.place === place).map(({ alt }) => alt)

const openMedia = async (page: Page, tab: 'videos' | 'images' | 'publish') => {
  await page.evaluate(() => localStorage.setItem('cookieConsent', 'rejected'))
  await open(page, `/admin/dashboard?section=media&tab=${tab}`)
}
const openPublish = async (page: Page) => {
  await openMedia(page, 'publish')
  await expect(page.getByRole('heading', { name: 'Publish to the website' })).toBeVisible()
}

const uploadImages = async (page: Page, names: readonly string[], width = 1200) => {
  await openMedia(page, 'images')
  await giveFiles(
    page,
    names.map((name, index) => ({ kind: 'image', name, width: width + 10 * index, height: 900 })),
  )
  await page.getByRole('button', { name: names.length > 1 ? `Upload ${names.length} Images` : 'Upload Image' }).click()
  await expect(page.getByRole('heading', { name: `Saved images (${names.length} of 20)` })).toBeVisible()
}

const uploadHero = async (page: Page, name: string) => {
  await openMedia(page, 'videos')
  await giveFiles(page, [{ kind: 'video', name }])
  await expect(page.getByText('not uploaded yet')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await page.getByRole('button', { name: `Set as Hero ${name}` }).click()
  await expect(page.getByText('Showing as hero')).toBeVisible()
}

const changes = (page: Page) => page.getByRole('region', { name: 'What will change' })
const draft = (page: Page) => page.getByRole('region', { name: 'Your draft' })
const visible = (page: Page) => page.getByRole('region', { name: 'What visitors see now' })
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const live = 'It is live: every visitor sees it now.'

const publish = async (page: Page) => {
  await publishButton(page).click()
  await expect(changes(page).getByText(live)).toBeVisible({ timeout: 20_000 })
}

/** Publishes one picture and returns its words. */
const publishOne = async (page: Page, name: string, width: number) => {
  await uploadImages(page, [`${name}.jpg`], width)
  await openPublish(page)
  await publish(page)
}

const uploads = (page: Page) => {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/object\/site-media\/(\w+\.\w+)$/.exec(request.url()) ?? []
    if (name && request.method() === 'POST') names.push(name)
  })
  return names
}

test('a video and five pictures: the video and the first four are what every visitor gets', async ({
  adminPage: page,
  admin,
  request,
}) => {
  await uploadHero(page, 'harrow-walk.webm')
  await uploadImages(page, ['camden_pit.jpg', 'IMG_2041.jpg', 'c.jpg', 'd.jpg', 'e.jpg'])
  await openPublish(page)
  await expect(visible(page)).toContainText('Nothing has been published yet: the built-in pictures show.')
  await expect(visible(page).getByText('The 4 built-in pictures')).toHaveCount(2)
  await expect(changes(page)).toContainText('Hero: 1 video and 4 pictures instead of the 4 built-in pictures')
  await expect(changes(page)).toContainText('Our Latest Projects: 4 pictures instead of the 4 built-in pictures')
  await expect(page.getByLabel('What harrow-walk.webm shows')).toHaveValue('Harrow walk')
  await expect(page.getByLabel('What camden_pit.jpg shows')).toHaveValue('Camden pit')

  const needed = page.getByLabel('What IMG_2041.jpg shows')
  await expect(needed).toHaveValue('')
  await publishButton(page).click()
  await expect(needed).toBeFocused()
  await expect(needed).toHaveAccessibleDescription('Please say what this picture shows.')
  await needed.fill('A dry basement in Camden')
  await expectAccessible(page, 'draft')

  const uploaded = uploads(page)
  await publish(page)
  await expect(page.getByText('Published to the website', { exact: true })).toBeVisible()
  await expect(changes(page)).toContainText('Nothing has changed since the last publication.')
  await expect(visible(page)).toContainText(`by ${admin.email}`)
  await expect(visible(page)).toContainText('A dry basement in Camden')
  await expectAccessible(page, 'published')

  const now = await published(request)
  const hero = now?.items.filter(({ place }) => place === 'hero') ?? []
  const latest = now?.items.filter(({ place }) => place === 'latest') ?? []
  expect(hero.map(({ kind }) => kind)).toEqual(['video', 'built-in', 'built-in', 'built-in', 'built-in'])
  expect(latest.map(({ alt }) => alt)).toEqual(['Camden pit', 'A dry basement in Camden', 'C', 'D'])
  expect(latest[0]).toMatchObject({ kind: 'image', still_widths: [640, 1024, 1200], width: 1200, height: 900 })
  const files = now?.items.flatMap(({ video, stills }) => [...(video ? [video] : []), ...stills]) ?? []
  expect(files).toHaveLength(14)
  expect([...uploaded].sort()).toEqual([...files].sort())
  for (const file of files) {
    const answer = await request.get(`/storage/v1/object/public/site-media/${file}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control']).toContain('31536000')
    expect(answer.headers()['content-type']).toBe(file.endsWith('.webp') ? 'image/webp' : 'video/webm')
  }
})

test('a cancelled upload publishes nothing, and the next try goes on from there', async ({
  adminPage: page,
  request,
}) => {
  await uploadImages(page, ['one.jpg', 'two.jpg'], 900)
  await openPublish(page)
  const before = await published(request)
  let held = 0
  let letGo = () => {}
  await page.route('**/storage/v1/object/site-media/*', async (route) => {
    held += 1
    if (held < 3) return route.continue()
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    await route.abort().catch(() => {})
  })
  const uploaded = uploads(page)
  await publishButton(page).click()
  await expect(page.getByText('File 3 of 4: two.jpg, 640 pixels wide')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(changes(page)).toContainText('Cancelled. Nothing was published; visitors see what they saw before.')
  letGo()
  await page.unroute('**/storage/v1/object/site-media/*')
  expect(await published(request)).toEqual(before)

  await publish(page)
  expect(await wordsAt(request, 'latest')).toEqual(['One', 'Two'])
  expect(uploaded).toHaveLength(5)
  expect(new Set(uploaded).size).toBe(4)
})

test('leaving in the middle of an upload asks first', { tag: '@any-origin' }, async ({ adminPage: page, request }) => {
  await uploadImages(page, ['leaving.jpg'], 800)
  await openPublish(page)
  const before = await published(request)
  await page.route('**/storage/v1/object/site-media/*', () => {})
  await publishButton(page).click()
  await expect(page.getByText('File 1 of 2')).toBeVisible()
  await page.getByRole('tab', { name: 'Project Images' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop publishing?' })
  await question.getByRole('button', { name: 'Go on uploading' }).click()
  await expect(page.getByText('File 1 of 2')).toBeVisible()
  await page.getByRole('tab', { name: 'Project Images' }).click()
  await question.getByRole('button', { name: 'Stop and leave' }).click()
  await expect(page.getByRole('heading', { name: 'Saved images (1 of 20)' })).toBeVisible()
  expect(await published(request)).toEqual(before)
})

test('an earlier publication comes back, and so do the built-in pictures', async ({ adminPage: page, request }) => {
  await publishOne(page, 'first', 700)
  const { items } = (await published(request)) ?? { items: [] }
  await page.evaluate(() => localStorage.removeItem('projectImages'))
  await publishOne(page, 'second', 710)
  const uploaded = uploads(page)

  const list = page.getByRole('region', { name: 'Publications' }).getByRole('listitem')
  await expect(list.first()).toContainText('Visitors see this')
  await list
    .nth(1)
    .getByRole('button', { name: /^Restore/ })
    .click()
  const question = page.getByRole('alertdialog', { name: /^Restore the publication of/ })
  await expect(question).toContainText('Our Latest Projects: 1 picture')
  await expectAccessible(page, 'restore')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(changes(page).getByText('The earlier publication is live again')).toBeVisible()
  expect((await published(request))?.items).toEqual(items)
  await expect(page.getByLabel('What second.jpg shows')).toHaveValue('Second')

  await page.getByRole('button', { name: 'Go back to the built-in pictures' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await expect(changes(page).getByText('The built-in pictures are live again')).toBeVisible()
  await expect(visible(page).getByText('The 4 built-in pictures')).toHaveCount(2)
  expect((await published(request))?.items).toEqual([])
  expect(uploaded).toEqual([])
})

test('the second of two administrators is told who published when, and asked', async ({
  adminPage: page,
  account,
  browser,
  baseURL,
  request,
  noise,
}) => {
  await uploadImages(page, ['mine.jpg'], 600)
  await openPublish(page)
  const colleague = await account('colleague')
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await signIn(other, colleague)
  await publishOne(other, 'theirs', 610)
  await context.close()

  await page.getByLabel('What mine.jpg shows').fill('My own picture')
  await publishButton(page).click()
  const conflict = changes(page).getByRole('alert')
  await expect(conflict).toContainText(`${colleague.email} has published on`)
  await expect(visible(page)).toContainText('Theirs')
  expect(await wordsAt(request, 'latest')).toEqual(['Theirs'])
  await expectAccessible(page, 'conflict')
  await expect(publishButton(page)).toBeDisabled()

  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(conflict).toBeHidden()
  await expect(page.getByRole('heading', { name: 'What will change' })).toBeFocused()
  await expect(page.getByLabel('What mine.jpg shows')).toHaveValue('My own picture')
  expect(await wordsAt(request, 'latest')).toEqual(['Theirs'])
  await publish(page)
  expect(await wordsAt(request, 'latest')).toEqual(['My own picture'])
  // The browser reports the refused request.
  noise.length = 0
})

test('a session that ends in the middle loses nothing: after signing in again it goes on', async ({
  adminPage: page,
  admin,
  request,
  noise,
}) => {
  await uploadImages(page, ['late.jpg'], 1100)
  await openPublish(page)
  await page.getByLabel('What late.jpg shows').fill('Late, but described')
  const uploaded = uploads(page)
  const endSession = async (route: Route) => {
    await page.evaluate(() => {
      const key = 'sb-localhost-auth-token'
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'used' }))
    })
    await route.continue()
  }
  await page.route('**/storage/v1/object/site-media/*', endSession, { times: 1 })
  await publishButton(page).click()
  await expect(changes(page).getByRole('alert')).toContainText('Your session has ended. Please sign in again')
  await expect(changes(page).getByRole('alert')).toContainText('press Publish to go on from there')
  await expectAccessible(page, 'signed out')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('What late.jpg shows')).toHaveValue('Late, but described')
  await publish(page)
  expect(await wordsAt(request, 'latest')).toEqual(['Late, but described'])
  expect(uploaded).toHaveLength(3)
  // The browser reports the refused requests.
  noise.length = 0
})

test('a connection that is lost in the middle publishes nothing, and then everything', async ({
  adminPage: page,
  request,
  noise,
}) => {
  await uploadImages(page, ['tunnel.jpg'], 1300)
  await openPublish(page)
  const before = await published(request)
  await page.route('**/storage/v1/object/site-media/*', (route) => route.abort('internetdisconnected'))
  await publishButton(page).click()
  await expect(changes(page).getByRole('alert')).toContainText('The server could not be reached.')
  expect(await published(request)).toEqual(before)
  await page.unroute('**/storage/v1/object/site-media/*')

  // The answer to the last request is lost, not the request.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/functions/v1/publish', loseAnswer, { times: 1 })
  await publishButton(page).click()
  await expect(changes(page).getByRole('alert')).toContainText('It may have been published all the same')
  const once = await published(request)
  await publish(page)
  expect(await published(request)).toEqual(once)
  noise.length = 0
})

test('what the server refuses is told in one sentence, and the draft stays', async ({
  adminPage: page,
  request,
  noise,
}) => {
  await uploadImages(page, ['refused.jpg'], 1400)
  await openPublish(page)
  const before = await published(request)
  const refusals = [
    [413, 'refused.jpg, 640 pixels wide: File size exceeds 50MB limit'],
    [415, 'refused.jpg, 640 pixels wide: the server takes only videos and pictures'],
    [507, 'The server has no room left.'],
  ] as const
  for (const [status, sentence] of refusals) {
    const json = { statusCode: String(status), error: 'refused', message: 'refused' }
    const answer = { status: status === 507 ? 507 : 400, json }
    await page.route('**/storage/v1/object/site-media/*', (route) => route.fulfill(answer), { times: 1 })
    await publishButton(page).click()
    await expect(changes(page).getByRole('alert')).toContainText(sentence)
    await expect(changes(page).getByRole('alert')).toContainText('Visitors see what they saw before.')
  }
  expect(await published(request)).toEqual(before)
  await publish(page)
  noise.length = 0
})

test('what this browser cannot show holds the publication up until it is replaced or left out', {
  tag: '@any-origin',
}, async ({ adminPage: page }) => {
  await openMedia(page, 'images')
  await page.evaluate(() => {
    const text = `data:video/mp4;base64,${btoa('not a video')}`
    const film = text.replace('video/mp4', 'video/quicktime')
    const saved = (id: string, name: string, url: string) => ({ id, name, url, uploadDate: '01/02/2026' })
    localStorage.setItem('adminVideos', JSON.stringify([saved('1', 'text.mp4', text)]))
    const slides = [text, film].map((src) => ({ type: 'video', src }))
    localStorage.setItem('heroSlides', JSON.stringify(slides))
    const images = [
      saved('1', 'broken.png', `data:image/png;base64,${btoa('broken')}`),
      saved('2', 'gone.png', 'idb:gone'),
    ]
    localStorage.setItem('projectImages', JSON.stringify(images))
  })
  await openPublish(page)
  await expect(changes(page)).toContainText('4 files cannot be published. See your draft below.')
  await expect(publishButton(page)).toBeDisabled()
  await expect(draft(page)).toContainText('Publish it from a browser that shows it, or upload it again as MP4 or WebM.')
  await expect(draft(page)).toContainText('Convert it to MP4 or WebM and upload it again.')
  await expect(draft(page)).toContainText('upload it again as JPG, PNG, GIF or WebP.')
  await expect(draft(page)).toContainText('This file is no longer in this browser.')
  await expectAccessible(page, 'broken draft')
  await draft(page).getByRole('link', { name: 'Delete or replace it under Project Images' }).first().click()
  await expect(page.getByRole('heading', { name: 'Saved images (2 of 20)' })).toBeVisible()
})

test('somebody who is no longer an administrator publishes nothing', async ({
  adminPage: page,
  admin,
  account,
  request,
  noise,
}) => {
  await uploadImages(page, ['demoted.jpg'], 1500)
  await openPublish(page)
  const before = await published(request)
  await account('remaining')
  await asServer(request, 'PUT', `/auth/v1/admin/users/${admin.id}`, { app_metadata: { role: null } })
  await publishButton(page).click()
  await expect(page.getByText('Your account has no administrator rights, or they were removed.').first()).toBeVisible()
  expect(await published(request)).toEqual(before)
  // The browser reports the refused requests, those that the dashboard repeats included.
  await page.close()
  noise.length = 0
})
