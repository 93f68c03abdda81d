import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { expect, mainNavigation, open, PHONE, test, title, waitForFade, waitForHydration } from './support'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const panel = (page: Page) => page.getByRole('dialog', { name: "Let's Talk" })

test('the navigation bar marks the current section and can be skipped by keyboard', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(new URL(page.url()).hash, 'which elsewhere holds an emailed link').toBe('')
  const current = mainNavigation(page).locator('[aria-current]')
  for (const name of ['Home', 'About', 'Home']) {
    await mainNavigation(page).getByRole('link', { name, exact: true }).click()
    await expect(current).toHaveText(name)
  }
})

test('the desktop navigation shows the quote link, with each label on one line', async ({ page }) => {
  await open(page, '/business-card')
  for (const width of [1024, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(mainNavigation(page).getByRole('link', { name: /^Get a Free Quote/ })).toBeVisible()
    expect(await mainNavigation(page).evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
    const controls = mainNavigation(page).locator('a, button:visible')
    const lines = await controls.evaluateAll((all) => all.map((control) => control.getClientRects().length))
    expect(Math.max(...lines)).toBe(1)
  }
})

test('going back focuses the followed card, or the heading after a footer link', async ({ page }) => {
  await open(page, '/projects')
  const card = page.locator('main').getByRole('link', { name: /View Project.*Farringdon/ })
  await card.click()
  await expect(page).toHaveURL(/\/project\//)
  await expect(title(page, /./)).toBeFocused()
  await page.goBack()
  await expect(card).toBeFocused()
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Testimonials' }).click()
  await expect(title(page, /./)).toBeFocused()
  await page.goBack()
  await expect(title(page, 'Our Projects')).toBeFocused()
})

test('the mobile menu closes on Escape, on a chosen link and on Back', { tag: '@every-browser' }, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/projects')
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Testimonials' }).click()
  await expect(title(page, /./)).toBeFocused()
  await waitForFade(page)
  await menuButton(page).click()
  await expect(menu(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect(menu(page)).toBeHidden()
  await expect(title(page, 'Our Projects')).toBeFocused()
  await menuButton(page).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(menuButton(page)).toBeFocused()
  await menuButton(page).click()
  await menu(page).getByRole('link', { name: 'Services' }).click()
  await expect(menu(page)).toBeHidden()
  await expect(page.locator('#services')).toBeFocused()
})

test("the mobile 'Let's Talk' panel wraps its email address once and returns the focus", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/projects')
  await menuButton(page).click()
  await menu(page).getByRole('button', { name: "Let's Talk" }).click()
  await expect(panel(page).getByRole('button', { name: 'Close' })).toBeFocused()
  const address = panel(page).getByText(site.email)
  const lines = await address.evaluate(({ childNodes }) => {
    const range = document.createRange()
    return [...childNodes].map((part) => {
      range.selectNode(part)
      return range.getClientRects().length
    })
  })
  expect(Math.max(...lines)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()
  await menuButton(page).click()
  await expect(menu(page)).toBeVisible()
  await page.setViewportSize({ width: 1_100, height: 844 })
  await expect(menu(page)).toBeHidden()
})

test("the 'Let's Talk' panel is 320 pixels wide and closes on an overlay click", {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/')
  await mainNavigation(page).getByRole('button', { name: "Let's Talk" }).click()
  expect((await panel(page).boundingBox())?.width).toBe(320)
  await page.mouse.click(200, 400)
  await expect(panel(page)).toBeHidden()
})

test("the 'Let's Talk' panel and contact section link to WhatsApp without loading from it", async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await open(page, '/')
  const section = page.locator('#contact-section')
  const telephone = section.locator('dl > div').first()
  const height = async () => (await telephone.boundingBox())?.height
  const before = await height()
  await mainNavigation(page).getByRole('button', { name: "Let's Talk" }).click()
  const name = /^WhatsApp.* \(opens in a new tab\)$/
  for (const place of [panel(page), section]) {
    const href = await place.getByRole('link', { name, includeHidden: true }).getAttribute('href')
    const { host, pathname, searchParams } = new URL(href ?? '')
    expect([host, pathname]).toEqual(['wa.me', `/${site.whatsapp?.replaceAll(' ', '').replace(/^0/, '44')}`])
    expect(searchParams.get('text')).toBe(`Hello ${site.name}, I’d like to ask about a project.`)
  }
  expect(await height(), 'the link adds no line').toBe(before)
  expect(requested.filter((url) => /wa\.me|whatsapp/i.test(url))).toEqual([])
})

test.describe('unknown URLs', () => {
  // React Router reports a broken escape.
  test.use({ expectedNoise: /404 \(Not Found\)|could not be decoded/ })

  test('an unknown URL responds with 404, explains itself and links home', async ({ page }) => {
    for (const [path, heading] of [
      ['/no/such-page', 'Oops! Page not found'],
      ['/project/no-such-project', 'Project Not Found'],
      ['/%E0%A4%A', 'Oops! Page not found'],
      ['/project/%E0%A4%A', 'Project Not Found'],
    ] as const) {
      expect((await page.goto(path))?.status()).toBe(404)
      await waitForHydration(page)
      await expect(title(page, heading)).toBeVisible()
      await mainNavigation(page).getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page).toHaveURL('/')
      await expect(title(page, /London house/)).toBeVisible()
    }
  })
})
