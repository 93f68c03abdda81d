import { Buffer } from 'node:buffer'
import type { APIRequestContext, Page } from 'playwright/test'
import sharp from 'sharp'
import { site } from '../../src/content/site'
import { makeWholeFiles } from '../support/media-fixtures'
import { injectSession, test } from './admin-support'
import { giveFiles, type MadeFile } from './media-files'
import { expect, fill, freshEmail, keys, mainNavigation, open, photoField } from './support'

type Stored = { photo_set: string | null; photos: { name: string; width: number; height: number }[] }

// The tests of this file send more than an address may in an hour.
const forgetRates = ({ request }: { request: APIRequestContext }) => request.get('/__forget-rates')
test.beforeEach(forgetRates)
test.afterEach(forgetRates)

const openForm = async (page: Page, email: string) => {
  await open(page, '/')
  const form = page.locator('#contact-section form')
  await form.scrollIntoViewIfNeeded()
  await fill(form, { Name: 'Ann', Email: email, Message: 'A damp cellar.' })
  await photoField(form)
  return {
    form,
    items: form.getByRole('list', { name: 'Photos' }).getByRole('listitem'),
    send: () => form.getByRole('button', { name: 'Send Message' }).click(),
    isSent: () => expect(page.getByRole('group', { name: /^Message sent\./ })).toBeVisible(),
  }
}

test('photos of an enquiry reach the owner, who views and deletes them', {
  tag: ['@every-browser', '@hosted'],
}, async ({ page, admin, mailbox, rows }) => {
  const email = freshEmail('photos')
  const { items, send, isSent } = await openForm(page, email)
  await giveFiles(page, [
    { kind: 'image', name: 'Upright.jpg', width: 1200, height: 800 },
    { kind: 'image', name: 'Keller 🏚️.jpg', width: 2400, height: 1600, turned: true },
  ])
  await expect(items.getByText('Ready to send')).toHaveCount(2)
  await send()
  await isSent()
  const stored = () => rows<Stored>('enquiries', `email=eq.${email}&select=photo_set,photos`)
  const upright = { width: 1200, height: 800 }
  const turned = { width: 1067, height: 1600 }
  expect(await stored()).toMatchObject([{ photos: [upright, turned] }])

  const mail = (await mailbox.to(site.email)).find(({ replyTo }) => replyTo.includes(email))
  expect(mail?.text).toContain('2 photos')
  const link = /\/admin\/dashboard\?enquiry=[\w-]+#enquiries/.exec(mail?.text ?? '')?.[0]
  await injectSession(page, admin.session)
  await open(page, link ?? '')
  const enquiry = page.getByRole('list', { name: 'Enquiries' }).getByRole('article')
  await expect(enquiry).toHaveCount(1)
  const thumbnail = (number: number) => page.getByRole('button', { name: `Open photo ${number} of 2 from Ann` })
  await expect(thumbnail(2).locator('img')).toBeVisible()
  await thumbnail(1).click()
  const lightbox = page.getByRole('dialog', { name: 'Photos' })
  await expect(lightbox.getByText('1 / 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(thumbnail(2)).toBeFocused()

  await page.getByRole('button', { name: 'Delete photo 1 of 2 from Ann' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Open photo 1 of 1 from Ann' })).toBeVisible()
  expect(await stored()).toMatchObject([{ photos: [turned] }])
})

const canvas = (colour: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const base64 = (name: string, type: string, file: Buffer): MadeFile => ({
  kind: 'base64',
  name,
  type,
  base64: file.toString('base64'),
})

test('files that aren’t readable photos are refused with a reason and not uploaded', async ({ page, rows }) => {
  const email = freshEmail('refused')
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/enquiry-photo/')) uploads.push(request.url())
  })
  const { form, items, send, isSent } = await openForm(page, email)
  const jpeg = await canvas('#840').jpeg().toBuffer()
  const giant = Buffer.from(jpeg)
  // Height and width follow the frame's marker, length and precision.
  giant.writeUInt32BE(0x2710_2710, giant.indexOf(Buffer.of(0xff, 0xc0)) + 5)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const refused: [MadeFile, RegExp][] = [
    [{ kind: 'text', name: 'text.jpg', type: 'image/jpeg', text: 'not a photo' }, /isn’t a photo we can read/],
    [{ kind: 'text', name: 'drawing.svg', type: 'image/svg+xml', text: svg }, /isn’t a photo we can read/],
    [{ kind: 'text', name: 'nothing.jpg', type: 'image/jpeg', text: '' }, /is empty/],
    [base64('cut.jpg', 'image/jpeg', jpeg.subarray(0, jpeg.length - 40)), /damaged or incomplete/],
    [base64('giant.jpg', 'image/jpeg', giant), /more than 64 megapixels/],
    [{ kind: 'image', name: 'heavy.jpg', width: 40, height: 30, bytes: 26 * 1024 * 1024 }, /larger than 25 MB/],
    [base64('iphone.heic', 'image/heic', (await makeWholeFiles()).heic), /can’t open this HEIC photo/],
  ]
  for (const [file, reason] of refused) {
    await giveFiles(page, [file])
    await expect(items.filter({ hasText: file.name })).toContainText(reason)
    if (file !== refused.at(-1)?.[0]) await items.getByRole('button', { name: 'Remove' }).click()
  }
  await send()
  await expect(form.getByText('iphone.heic can’t be sent.')).toBeVisible()
  await form.getByRole('button', { name: 'Send without it' }).click()
  await isSent()
  expect(await rows('enquiries', `email=eq.${email}&select=photo_set`)).toEqual([{ photo_set: null }])
  expect(uploads).toEqual([])
})

test('unusual photos are sent as plain pixels, which the owner can save', {
  tag: '@release',
}, async ({ page, admin, rows, request }) => {
  const email = freshEmail('unusual')
  const { form, items, send, isSent } = await openForm(page, email)
  const frames = await Promise.all(['#f00', '#00f'].map((colour) => canvas(colour).png().toBuffer()))
  const jpeg = await canvas('#082').jpeg().toBuffer()
  await giveFiles(page, [
    base64('dot.gif', 'image/gif', await canvas('#fff', 1, 1).gif().toBuffer()),
    base64(
      'film.webp',
      'image/webp',
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ),
    base64('page.html.jpg', 'image/jpeg', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])),
    base64('print.jpg', 'image/jpeg', await canvas('#840').toColourspace('cmyk').jpeg().toBuffer()),
    base64('deep.png', 'image/png', await canvas('#480').toColourspace('rgb16').png().toBuffer()),
    { kind: 'image', name: 'sixth.jpg', width: 40, height: 30 },
  ])
  await expect(page.getByText('You can add up to 5 photos.')).toBeVisible()
  await expect(items.getByText('Ready to send')).toHaveCount(5)
  // Chosen photos outlive the page, like the message.
  await mainNavigation(page).getByRole('link', { name: 'Testimonials' }).click()
  await expect(items).toHaveCount(0)
  await page.goBack()
  await expect(items.getByText('Ready to send')).toHaveCount(5)
  await fill(form, { Name: 'Ann', Email: email })
  await send()
  await isSent()
  const [enquiry] = await rows<Stored>('enquiries', `email=eq.${email}&select=photo_set,photos`)
  expect(enquiry?.photos.map(({ width, height }) => [width, height])).toEqual([[1, 1], ...Array(4).fill([40, 30])])
  for (const { name } of enquiry?.photos ?? []) {
    const headers = { apikey: keys.secret, 'user-agent': 'tests' }
    const file = await (await request.get(`/storage/v1/object/enquiry-photos/${name}`, { headers })).body()
    expect((await sharp(file).metadata()).format).toBe('webp')
    expect(file.includes('<script>')).toBe(false)
  }
  await injectSession(page, admin.session)
  await open(page, `/admin/dashboard?q=${email}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save photo 1 of 5 from Ann' }).click()
  expect((await download).suggestedFilename()).toBe('Ann-1.webp')
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /ERR_FAILED|409 \(Conflict\)|status of 50[07]/ })

  test('a message is sent without a photo that can’t be uploaded', async ({ page, rows }) => {
    const email = freshEmail('offline')
    const { form, items, send, isSent } = await openForm(page, email)
    await page.route('**/enquiry-photo/**', (route) => route.abort())
    await giveFiles(page, [{ kind: 'image', name: 'lost.jpg', width: 40, height: 30 }])
    await send()
    await expect(form.getByText('lost.jpg can’t be sent.')).toBeVisible()
    await expect(items).toContainText('couldn’t be uploaded')
    await form.getByRole('button', { name: 'Send without it' }).click()
    await isSent()
    expect(await rows('enquiries', `email=eq.${email}&select=photos`)).toEqual([{ photos: [] }])
  })

  test('a message is sent without photos for which there is no space', {
    tag: '@release',
  }, async ({ page, rows }) => {
    const email = freshEmail('full')
    const { items, send } = await openForm(page, email)
    await giveFiles(page, [{ kind: 'image', name: 'first.jpg', width: 40, height: 30 }])
    await expect(items).toContainText('Ready to send')
    await page.route('**/enquiry-photo/**', (route) => route.fulfill({ status: 507 }))
    await giveFiles(page, [{ kind: 'image', name: 'second.jpg', width: 60, height: 30 }])
    await expect(items.nth(1)).toContainText('We can’t take photos just now.')
    await send()
    await expect(page.getByRole('group', { name: /^Message sent\..*all of your photos/ })).toBeVisible()
    expect(await rows<Stored>('enquiries', `email=eq.${email}&select=photos`)).toMatchObject([
      { photos: [{ width: 40 }] },
    ])
  })

  test('the owner can load a photo again after a failure', {
    tag: '@release',
  }, async ({ page, admin, rows }) => {
    const email = freshEmail('again')
    const { items, send, isSent } = await openForm(page, email)
    await giveFiles(page, [{ kind: 'image', name: 'cellar.jpg', width: 40, height: 30 }])
    await expect(items).toContainText('Ready to send')
    await send()
    await isSent()
    const [enquiry] = await rows<{ id: string }>('enquiries', `email=eq.${email}&select=id`)
    await injectSession(page, admin.session)
    await page.route('**/enquiry-photo/**', (route) => route.fulfill({ status: 500 }))
    await open(page, `/admin/dashboard?enquiry=${enquiry?.id}`)
    await expect(page.getByText('Some photos couldn’t be loaded.')).toBeVisible()
    await page.unroute('**/enquiry-photo/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Open photo 1 of 1 from Ann' }).locator('img')).toBeVisible()
    await page.getByRole('link', { name: 'Show all enquiries' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search enquiries' })).toBeVisible()
  })

  test('a message edited after a lost response is stored with its photos, too', async ({ page, rows }) => {
    const email = freshEmail('lost')
    const { form, items, send, isSent } = await openForm(page, email)
    await giveFiles(page, [{ kind: 'image', name: 'cellar.jpg', width: 40, height: 30 }])
    await expect(items).toContainText('Ready to send')
    await page.route('**/send-email', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send()
    await expect(form.getByRole('alert')).toBeVisible()
    await page.unroute('**/send-email')
    await fill(form, { Message: 'A very damp cellar.' })
    await send()
    await isSent()
    const stored = await rows<Stored>('enquiries', `email=eq.${email}&select=photo_set,photos`)
    expect(stored.map(({ photos }) => photos.length)).toEqual([1, 1])
    expect(new Set(stored.map(({ photo_set }) => photo_set)).size).toBe(2)
  })
})
