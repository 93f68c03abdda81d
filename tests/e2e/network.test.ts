import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright/test'
import { ACCESS_CODE } from '../../src/domain/access-code'
import { SUBMIT_MS } from '../../src/lib/errors'
import { asServer } from './admin-support'
import { counter, dialog, inView } from './lightbox-support'
import { test } from './own-site'
import { expect, freshEmail, hydrated, open } from './support'

// The browser itself reports every request without an answer.
test.afterEach(({ noise }) => {
  const others = noise.filter((text) => !/Failed to load resource|Failed to fetch|net::ERR_/.test(text))
  noise.length = 0
  expect(others).toEqual([])
})

// In one worker, so on one site.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('cookieConsent', 'rejected')))

type Form = {
  name: string
  path: string
  /** Where it is sent to. */
  url: string
  form: (page: Page) => Locator
  fields: (email: string) => Record<string, string>
  button: string
  told: RegExp
  success: RegExp
  table: 'reviews' | 'enquiries'
}

const LOST = /check your connection/i
const forms: Form[] = [
  {
    name: 'a testimonial',
    path: '/testimonials',
    url: '**/api/submit-testimonial',
    form: (page) => page.getByRole('region', { name: 'Submit a Testimonial' }),
    fields: (email) => ({ Name: 'Olu', Location: 'Peckham', Email: email, 'Your testimonial': `By ${email}` }),
    button: 'Submit Testimonial',
    told: LOST,
    success: /Success!/,
    table: 'reviews',
  },
  {
    name: 'an enquiry',
    path: '/',
    url: '**/functions/v1/send-email',
    form: (page) => page.locator('#contact-section'),
    fields: (email) => ({ Name: 'Asha', Email: email, Subject: email, Message: 'A basement in Clapham.' }),
    button: 'Send Message',
    told: LOST,
    success: /Message sent/,
    table: 'enquiries',
  },
  {
    name: 'a business card',
    path: '/business-card',
    url: '**/functions/v1/send-email',
    form: (page) => page.locator('body'),
    fields: (email) => ({ 'Recipient e-mail address': email }),
    button: 'Share card',
    told: /Failed to (?:send\. Please try again later|process request via Supabase: Please check your connection)/,
    success: /An email will be sent shortly/,
    table: 'enquiries',
  },
]

const fill = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}
const expectKept = async (form: Locator, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label)).toHaveValue(value)
}

for (const { name, path, url, form: find, fields: typed, button, told, success, table } of forms) {
  test(`${name} survives a connection that is lost on the way there and on the way back, and arrives once`, async ({
    page,
    rows,
    mailbox,
  }) => {
    const email = freshEmail('lost')
    const fields = typed(email)
    let attempt = 0
    await page.route(url, async (route) => {
      attempt += 1
      if (attempt === 2) await route.fetch()
      if (attempt < 3) await route.abort('connectionreset')
      else await route.continue()
    })
    await open(page, path)
    const form = find(page)
    await fill(form, fields)
    for (const stored of [0, 1]) {
      await form.getByRole('button', { name: button }).click()
      await expect.poll(() => attempt).toBe(stored + 1)
      await expect(form.getByRole('button', { name: button })).toBeEnabled()
      await expect(form.getByText(told).last()).toBeVisible()
      await expectKept(form, fields)
      expect(await rows(table, `email=eq.${email}`)).toHaveLength(stored)
    }
    await form.getByRole('button', { name: button }).click()
    await expect(page.getByText(success).first()).toBeVisible()
    expect(await rows(table, `email=eq.${email}`)).toHaveLength(1)
    const [to, about] = name === 'a business card' ? [email, ''] : ['', email]
    const mails = (await mailbox.to(to)).filter((mail) => JSON.stringify(mail).includes(about))
    expect(mails).toHaveLength(1)
  })

  test(`${name} says that it is being sent for as long as ${SUBMIT_MS / 1000} s, then that no answer came, and arrives once`, async ({
    page,
    rows,
  }) => {
    const email = freshEmail('slow')
    const fields = typed(email)
    // Half a minute takes a second, for whoever asks for the browser's own timer.
    await page.addInitScript((limit) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (ms) => timeout(ms === limit ? 1_000 : ms)
    }, SUBMIT_MS)
    let attempt = 0
    await page.route(url, async (route) => {
      attempt += 1
      if (attempt > 1) return route.continue()
      // It is stored, and the answer never comes.
      await route.fetch()
    })
    await open(page, path)
    const form = find(page)
    await fill(form, fields)
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByRole('button', { name: /^(?:Sending|Submitting)\.\.\.$/ })).toBeDisabled()
    await expect(form.getByText(told).last()).toBeVisible()
    await expectKept(form, fields)
    await form.getByRole('button', { name: button }).click()
    await expect(page.getByText(success).first()).toBeVisible()
    expect(await rows(table, `email=eq.${email}`)).toHaveLength(1)
  })
}

test('the password of the maintenance page needs no connection', async ({ page, context }) => {
  await open(page, '/maintenance')
  await context.setOffline(true)
  await page.getByLabel('Password').fill(ACCESS_CODE)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('Website Online')).toBeVisible()
})

for (const [what, answer] of [
  ['are refused', (page: Page) => page.route(/\.css$/, (route) => route.abort())],
  ['never come', (page: Page) => page.route(/\.css$/, () => {})],
] as const)
  test(`where styles ${what}, the page stays as it came, in its own, and links and typed text stay with it`, async ({
    page,
  }) => {
    await answer(page)
    const asked = page.waitForRequest(/\.css$/)
    await page.goto('/testimonials', { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const look = () =>
      page.evaluate(() => {
        const title = document.querySelector('h1')
        return [title && getComputedStyle(title).fontSize, document.documentElement.scrollWidth]
      })
    const before = await look()
    await page.getByLabel('Your testimonial', { exact: true }).fill('Half a sentence')
    await page.mouse.move(300, 300)
    await asked
    if (what === 'are refused') await hydrated(page)
    expect(await look()).toEqual(before)
    await expect(page.getByLabel('Your testimonial', { exact: true })).toHaveValue('Half a sentence')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/#services')
    await expect(page.locator('#services')).toBeInViewport()
  })

/** A server that sends the beginning of each picture of the build, and hangs up. */
const breakOff = async () => {
  const server = createServer((request, response) => {
    const file = `dist${request.url}`
    const { size } = statSync(file)
    response.writeHead(200, { 'content-type': 'image/avif', 'content-length': size })
    createReadStream(file, { end: Math.floor(size / 3) })
      .on('end', () => setTimeout(() => response.destroy(), 50))
      .pipe(response, { end: false })
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

test('pictures that break off keep their frames and say what they show; the lightbox goes on', async ({ page }) => {
  const { server, origin } = await breakOff()
  const frames = () =>
    page.locator('main img').evaluateAll((images) =>
      images.map((image) => {
        const { x, y, width, height } = image.getBoundingClientRect()
        return [x, y + window.scrollY, width, height].map(Math.round)
      }),
    )
  await open(page, '/projects')
  const whole = await frames()
  await page.route('**/pictures/**', (route) =>
    route.continue({ url: origin + new URL(route.request().url()).pathname }),
  )
  await open(page, '/projects')
  const image = page.locator('main img').first()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
  expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(0)
  expect(await frames()).toEqual(whole)
  await expect(image).toHaveAccessibleName(/\w/)
  await page.locator('main a[role=button]').first().click()
  await counter(page, '1 / 13')
  await expect(inView(page)).toHaveAccessibleName(/\w/)
  await dialog(page).getByRole('button', { name: 'Next photo' }).click()
  await counter(page, '2 / 13')
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  server.close()
})

/** Loses the first request to `url` on the way there, and the answer to the second one. */
const loseTwo = async (page: Page, url: string | RegExp, isLost: (method: string) => boolean = () => true) => {
  let attempt = 0
  await page.route(url, async (route) => {
    if (!isLost(route.request().method())) return route.fallback()
    attempt += 1
    if (attempt === 2) await route.fetch()
    if (attempt < 3) await route.abort('connectionreset')
    else await route.continue()
  })
}

test("an administrator's question for a review is asked once, and says so when it is asked again", async ({
  adminPage: page,
  rows,
  mailbox,
}) => {
  const email = freshEmail('asked')
  await open(page, '/admin/dashboard?section=reviews')
  await page.getByRole('button', { name: 'Ask for a review' }).click()
  const form = page.getByRole('dialog')
  const fields = { Name: 'Adaeze', 'E-mail': email, 'Place of work': 'Camden' }
  await fill(form, fields)
  await loseTwo(page, '**/functions/v1/admin-email', (method) => method === 'POST')
  for (const stored of [0, 1]) {
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(form.getByRole('button', { name: 'Send invitation' })).toBeEnabled()
    await expect(form.getByRole('alert')).toContainText(LOST)
    await expectKept(form, fields)
    expect(await rows('review_invitations', `email=eq.${email}`)).toHaveLength(stored)
  }
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByRole('alert')).toContainText('This person has an unanswered invitation already.')
  await expectKept(form, fields)
  expect(await rows('review_invitations', `email=eq.${email}`)).toHaveLength(1)
  expect(await mailbox.to(email)).toHaveLength(1)
})

for (const [step, url, method] of [
  ['the approval', '**/functions/v1/moderate-reviews', 'POST'],
  ['the thanks', '**/functions/v1/send-email', 'POST'],
] as const)
  test(`a review is approved and its writer thanked once, in the words typed, when the connection is lost at ${step}`, async ({
    adminPage: page,
    request,
    rows,
    mailbox,
  }) => {
    const email = freshEmail('thanked')
    const review = { name: 'Nadia', location: 'Camden', text: email, rating: 5, email }
    const [stored] = (await asServer(request, 'POST', '/rest/v1/reviews', review)) as [
      { id: string; approval_hash: string },
    ]
    await open(page, `/admin/approve-testimonial?id=${stored.id}&hash=${stored.approval_hash}`)
    const form = page.getByRole('region', { name: 'Approval with Email Notification' })
    await fill(form, { Message: 'Words of my own.' })
    await loseTwo(page, url, (one) => one === method)
    const send = form.getByRole('button', { name: /^(?:Approve & Send Email|Send Email Again)$/ })
    for (const _ of ['there', 'back']) {
      await send.click()
      await expect(send).toBeEnabled()
      await expect(form.getByRole('alert')).toContainText(LOST)
      await expectKept(form, { Message: 'Words of my own.' })
    }
    await send.click()
    await expect(page.getByText(`Testimonial approved and email sent to ${email}`)).toBeVisible()
    expect(await rows('reviews', `email=eq.${email}&select=status`)).toEqual([{ status: 'approved' }])
    const mails = await mailbox.to(email)
    expect(mails.map(({ text }) => text.includes('Words of my own.'))).toEqual([true])
  })

test('a user is added once, with the role that was chosen, and another attempt says so', async ({
  adminPage: page,
  mailbox,
}) => {
  const email = freshEmail('added')
  await open(page, '/admin/user-manager')
  await page.getByRole('button', { name: 'Add user' }).click()
  const form = page.getByRole('dialog')
  await fill(form, { Email: email })
  await form.getByRole('checkbox', { name: 'Administrator' }).check()
  await loseTwo(page, '**/functions/v1/auth-admin/**', (method) => method === 'POST')
  const send = form.getByRole('button', { name: 'Send invitation' })
  for (const _ of ['there', 'back']) {
    await send.click()
    await expect(send).toBeEnabled()
    await expect(form.getByRole('alert')).toContainText(LOST)
    await expectKept(form, { Email: email })
    await expect(form.getByRole('checkbox', { name: 'Administrator' })).toBeChecked()
  }
  await send.click()
  await expect(form.getByRole('alert')).toContainText('User already exists.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/Admin.*Invited/)
  expect(await mailbox.to(email)).toHaveLength(1)
})
