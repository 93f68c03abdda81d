import type { Browser, Page } from 'playwright'
import { idle, openPhone } from './phone.ts'

const PROJECT = '/project/mayfair-basement'
const footer = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name })
const link = (name: string) => (page: Page) => page.getByRole('link', { name }).first()
const card = (page: Page) => page.locator('main a[href^="/project/"]').first()

/** Links of every kind that a visitor follows. */
export const links = [
  ['/', 'View all projects', link('View all projects')],
  ['/', 'a project', card],
  ['/', 'Testimonials', footer('Testimonials')],
  ['/', 'Privacy Policy', footer('Privacy Policy')],
  ['/projects', 'a project', card],
  [PROJECT, 'Back to Projects', link('Back to Projects')],
  ['/testimonials', 'the logo, home', (page: Page) => page.getByRole('banner').getByRole('link', { name: /, home$/ })],
] as const

declare global {
  interface Window {
    painted: Promise<number>
  }
}

/**
 * Observes the time from an input to the next page's first paint
 * (developer.chrome.com/docs/web-platform/soft-navigations).
 */
const observe = (): void => {
  window.painted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) resolve(duration)
    }).observe({ type: 'soft-navigation' })
  })
}

/** Follows a link on a slowed processor. Returns the ms until the next page is painted. */
export const measureLink = async (
  browser: Browser,
  site: string,
  [path, , find]: (typeof links)[number],
  rate: number,
): Promise<number> => {
  const { page, close } = await openPhone(browser, site, { path, rate })
  const target = find(page)
  await target.scrollIntoViewIfNeeded()
  // A visitor who scrolls to a link has touched the page.
  await page.touchscreen.tap(4, 300)
  await idle(page)
  await page.evaluate(observe)
  await target.tap()
  const painted = await page.evaluate(() => window.painted)
  await close()
  return painted
}
