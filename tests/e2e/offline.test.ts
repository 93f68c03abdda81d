import type { Page } from 'playwright/test'
import { expect, open, test } from './support'

test.use({ serviceWorkers: 'allow' })

const kept = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname))

// The browser itself reports every request that found no connection.
test.afterEach(({ noise }) => {
  const others = noise.filter((text) => !text.includes('Failed to load resource'))
  noise.length = 0
  expect(others).toEqual([])
})

test('a page that was opened before opens again without a connection, and says what does not work', async ({
  page,
  context,
}) => {
  await open(page, '/projects')
  await page.mouse.move(200, 200)
  await expect.poll(() => kept(page)).toContain('/projects')
  await expect
    .poll(() => kept(page).then((paths) => paths.filter((path) => path.startsWith('/assets/app-'))))
    .toHaveLength(1)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.goto('/business-card')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Digital Business Card' })).toBeVisible()
})

test('a page that was reached by a link is kept like any other', async ({ page, context }) => {
  await open(page, '/')
  await page.mouse.move(200, 200)
  await page.getByRole('link', { name: 'View all projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
  await expect.poll(() => kept(page), { timeout: 10_000 }).toContain('/projects')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Projects' })).toBeVisible()
})

test('nothing of the admin area, of the database or of the mailbox is kept', async ({ page }) => {
  await open(page, '/testimonials')
  await page.mouse.move(200, 200)
  await expect.poll(() => kept(page)).toContain('/testimonials')
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/')
  await page.waitForTimeout(500)
  expect((await kept(page)).filter((path) => /^\/(admin|rest|auth|functions|api|__mail)/.test(path))).toEqual([])
})
