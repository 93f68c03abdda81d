import type { Locator, Page } from 'playwright/test'
import { SECTION_SCROLL_DELAY_MS } from '@/paths'
import { expect, open, test } from './admin-support'
import { idle, mainNavigation, title, waitForHydration } from './support'

const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const scrollTo = async (page: Page, y: number) => {
  // Content may still be loading.
  const scroll = () => page.evaluate((y) => window.scrollTo(0, y), y).then(() => top(page))
  await expect.poll(scroll).toBe(y)
}
// Playwright's click may scroll the page first.
const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().dispatchEvent('click')

test('admin and website pages open at the top and restore the scroll position', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 1_280, height: 400 })
  await page.goto('/admin/dashboard?section=email')
  await expect(title(page, 'Email Settings')).toBeVisible()
  await scrollTo(page, 200)
  await follow(page, 'Media')
  await expect(title(page, 'Media Management')).toBeVisible()
  expect(await top(page)).toBe(0)
  await scrollTo(page, 150)
  await follow(page, 'User manager')
  await expect(title(page, 'Admin User Manager')).toBeFocused()
  expect(await top(page)).toBe(0)
  await page.goto('/admin/dashboard?section=email')
  await expect(title(page, 'Email Settings')).toBeVisible()
  await scrollTo(page, 200)
  await follow(page, 'Return to website')
  await expect(title(page, /floor beneath/)).toBeFocused()
  expect(await top(page)).toBe(0)
  await expect(mainNavigation(page).getByRole('link', { name: 'Services' })).toBeVisible()
  await scrollTo(page, 900)
  await page.goBack()
  await expect(title(page, 'Email Settings')).toBeFocused()
  await expect.poll(() => top(page)).toBe(200)
  await page.goForward()
  await expect(title(page, /floor beneath/)).toBeFocused()
  await expect.poll(() => top(page)).toBe(900)
})

test('a page opens at the top, and reload and Back restore the scroll position', { tag: '@every-browser' }, async ({
  page,
}) => {
  await open(page, '/')
  await scrollTo(page, 900)
  await follow(page, 'View all projects')
  await expect(title(page, 'Our Projects')).toBeFocused()
  await expect.poll(() => top(page)).toBe(0)
  await scrollTo(page, 1_200)
  await page.reload()
  await waitForHydration(page)
  await idle(page)
  expect(await top(page)).toBe(1_200)
  await page.goto('/robots.txt')
  await page.goBack()
  await expect.poll(() => top(page)).toBe(1_200)
  await waitForHydration(page)
  await idle(page)
  expect(await top(page)).toBe(1_200)
  await page.goBack()
  await expect(title(page, /floor beneath/)).toBeVisible()
  await expect.poll(() => top(page)).toBe(900)
  // This page isn't prerendered, so the router scrolls first.
  await page.setViewportSize({ width: 390, height: 300 })
  await open(page, '/admin/login')
  await idle(page)
  expect(await top(page), 'whose address was typed').toBe(0)
})

test('a section link stops below the navigation bar, and Back restores the position', {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/testimonials')
  await mainNavigation(page).getByRole('link', { name: 'About' }).click()
  const isBelowBar = async (section: Locator) => {
    const edge = () => section.evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(edge).toBeLessThan(200)
    expect(await edge()).toBeGreaterThanOrEqual(80)
  }
  const section = page.locator('#why-choose-us')
  await expect(section).toBeFocused()
  await isBelowBar(section)
  // A running smooth scroll would add to the next one.
  await expect(async () => {
    const before = await top(page)
    await page.waitForTimeout(SECTION_SCROLL_DELAY_MS)
    await idle(page)
    expect(await top(page)).toBe(before)
  }).toPass()
  await scrollTo(page, 300)
  await follow(page, 'Testimonials')
  await expect(title(page, 'Testimonials')).toBeFocused()
  await page.goBack()
  await expect.poll(() => top(page)).toBe(300)
  await page.waitForTimeout(SECTION_SCROLL_DELAY_MS)
  await idle(page)
  expect(await top(page)).toBe(300)
  await open(page, '/#services')
  await isBelowBar(page.locator('#services'))
})
