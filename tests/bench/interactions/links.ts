import type { Browser, Page } from 'playwright'
import { idle, openPhone, timesOf } from './phone.ts'

const PROJECT = '/project/mayfair-basement'
const footer = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name })
const link = (name: string) => (page: Page) => page.getByRole('link', { name })
const card = (path: string) => (page: Page) => page.locator(`main a[href="${path}"]`).first()

/** Links of every kind that a visitor follows: page, name and how it is found. */
export const links = [
  ['/', 'View all projects', link('View all projects')],
  ['/', 'a project', card(PROJECT)],
  ['/', 'Testimonials', footer('Testimonials')],
  ['/', 'Privacy Policy', footer('Privacy Policy')],
  ['/projects', 'a project', card('/project/hampstead-basement')],
  [PROJECT, 'Back to Projects', link('Back to Projects')],
  ['/testimonials', 'the logo, home', (page: Page) => page.getByRole('banner').getByRole('link', { name: /, home$/ })],
] as const

/** Follows a link once, from a page at rest, at full speed: milliseconds until the heading of the next page is drawn. */
export const measureLink = async (browser: Browser, site: string, [path, , find]: (typeof links)[number]) => {
  const { page, close } = await openPhone(browser, site, { path, rate: 1 })
  const target = find(page)
  await target.scrollIntoViewIfNeeded()
  await idle(page)
  const heading = (await page.locator('h1').first().textContent()) ?? ''
  const { shown } = await timesOf(page, () => target.tap(), 'h1', heading)
  await close()
  return shown
}
