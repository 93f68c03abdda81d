import type { Browser, Locator, Page } from 'playwright'
import { idle, openPhone, shown, watch } from './phone.ts'

export type Link = { name: string; path: string; find: (page: Page) => Locator }

const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

/** Links of every kind that a visitor follows. */
export const links: Link[] = [
  { name: 'home: View all projects', path: '/', find: (page) => page.getByRole('link', { name: 'View all projects' }) },
  {
    name: 'home: a project',
    path: '/',
    find: (page) => page.locator('main a[href="/project/mayfair-basement"]').first(),
  },
  { name: 'home: Testimonials', path: '/', find: (page) => footer(page, 'Testimonials') },
  { name: 'home: Privacy Policy', path: '/', find: (page) => footer(page, 'Privacy Policy') },
  {
    name: 'projects: a project',
    path: '/projects',
    find: (page) => page.locator('main a[href="/project/hampstead-basement"]').first(),
  },
  {
    name: 'project: Back to Projects',
    path: '/project/mayfair-basement',
    find: (page) => page.getByRole('link', { name: 'Back to Projects' }),
  },
  {
    name: 'testimonials: the logo, home',
    path: '/testimonials',
    find: (page) => page.getByRole('banner').getByRole('link', { name: /, home$/ }),
  },
]

/** Follows the link once, from a page at rest: milliseconds until the heading of the next page is drawn. */
export const measureLink = async (browser: Browser, site: string, { path, find }: Link, rate: number) => {
  const { page, close } = await openPhone(browser, site, { path, rate })
  try {
    const link = find(page)
    await link.scrollIntoViewIfNeeded()
    await idle(page)
    const heading = await page.locator('h1').first().textContent()
    await watch(page, 'h1', heading ?? '')
    let requests = 0
    page.on('request', (request) => {
      // Images come after the heading, and are no reason to wait.
      if (['script', 'fetch', 'document', 'stylesheet'].includes(request.resourceType())) requests += 1
    })
    await link.tap()
    return { ...(await shown(page)), requests }
  } finally {
    await close()
  }
}
