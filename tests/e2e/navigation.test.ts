import type { Page } from 'playwright/test'
import { site } from '../../src/content/site'
import { expect, hydrated, open, test } from './support'

const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id)

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

for (const [label, id] of [
  ['Services', 'services'],
  ['Projects', 'projects'],
  ['About', 'why-choose-us'],
  ['Contact', 'contact-section'],
] as const) {
  test(`'${label}' on another page goes home and scrolls to #${id}`, async ({ page }) => {
    await open(page, '/testimonials')
    await main(page).getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(`/#${id}$`))
    await expect(page.locator(`#${id}`)).toBeFocused()
    await expect.poll(() => topOf(page, id)).toBeLessThan(200)
    expect(await topOf(page, id)).toBeGreaterThanOrEqual(80)
  })
}

test('the quote is one click away wherever there is no menu, and fits beside the rest', async ({ page }) => {
  await open(page, '/business-card')
  for (const width of [1024, 1100, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(main(page).getByRole('link', { name: /^Get a Free Quote/ })).toBeVisible()
    expect(await main(page).evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
    const heights = await main(page)
      .locator('a, button:visible')
      .evaluateAll((controls) => controls.map((control) => control.getClientRects().length))
    expect(Math.max(...heights), 'a label in two lines').toBe(1)
  }
})

test('the e-mail address of the panel breaks at its @ only', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/business-card')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: "Let's Talk" }).click()
  const address = page.getByRole('dialog', { name: "Let's Talk" }).getByText(site.email)
  const lines = await address.evaluate((element) =>
    [...element.childNodes].map((part) => {
      const range = document.createRange()
      range.selectNode(part)
      return range.getClientRects().length
    }),
  )
  expect(Math.max(...lines)).toBe(1)
})

test('a URL with a broken escape gets the 404 page, with links that work', async ({ page, noise }) => {
  for (const [path, heading] of [
    ['/%E0%A4%A', 'Oops! Page not found'],
    ['/project/%E0%A4%A', 'Project Not Found'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await main(page).getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('London house')
  }
  // The status, and React Router's remarks about the URL.
  expect(noise.filter((line) => !/404 \(Not Found\)|could not be decoded/.test(line))).toEqual([])
  noise.length = 0
})

test('the bar marks the section in view, and Home above the first', async ({ page }) => {
  await open(page, '/')
  const current = main(page).locator('[aria-current]')
  await expect(current).toHaveText('Home')
  await page.locator('#why-choose-us').scrollIntoViewIfNeeded()
  await main(page).getByRole('link', { name: 'About' }).click()
  await expect(current).toHaveText('About')
  await main(page).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(current).toHaveText('Home')
})

test('a URL with a section opens there', async ({ page }) => {
  await open(page, '/#contact-section')
  await expect.poll(() => topOf(page, 'contact-section')).toBeLessThan(200)
})

test('a URL with a section opens there also in a tab that has been here before', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => window.scrollTo(0, 300))
  await open(page, '/business-card')
  await open(page, '/#services')
  await expect.poll(() => topOf(page, 'services')).toBeLessThan(200)
  expect(await topOf(page, 'services')).toBeGreaterThanOrEqual(80)
})

test('a page opened by a link begins at its top, announces its heading, and the back button returns to the old place', {
  tag: '@every-browser',
}, async ({ page }) => {
  await open(page, '/')
  const link = page.getByRole('link', { name: 'View all projects' })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(300)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Our Projects' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
})

test('the mobile menu opens, holds the focus, closes on Escape and on a choice', { tag: '@every-browser' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/business-card')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'Services' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('#services')).toBeFocused()
})

test("the 'Let's Talk' panel closes by its overlay, and leads to the contact form", {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/')
  const panel = page.getByRole('dialog', { name: "Let's Talk" })
  await main(page).getByRole('button', { name: "Let's Talk" }).click()
  await expect(panel.getByText(site.phone.display)).toBeVisible()
  expect((await panel.boundingBox())?.width).toBe(320)
  await page.mouse.click(200, 400)
  await expect(panel).toBeHidden()
  await main(page).getByRole('button', { name: "Let's Talk" }).click()
  await panel.getByRole('button', { name: 'Contact Form' }).click()
  await expect(panel).toBeHidden()
  await expect(page.locator('#contact-section')).toBeFocused()
})

test('a keyboard alone reaches the content past the navigation', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('an unknown URL answers 404 with a way home', async ({ page, noise }) => {
  const answer = await page.goto('/no/such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  // The browser reports the 404 of the page itself.
  noise.length = 0
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown project answers 404 and says so', async ({ page, noise }) => {
  const answer = await page.goto('/project/no-such-project')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  noise.length = 0
})
