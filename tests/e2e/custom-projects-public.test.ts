import type { Page } from 'playwright/test'
import { counter, dialog, imageCards } from './lightbox-support'
import { test } from './separate-site'
import { backendCalls, expect, open, PHONE, refuseCookies, shifts, title } from './support'

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
const TITLE = `Pool ${SCRIPT}`

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

test.describe('a project published after the build', () => {
  test.describe.configure({ mode: 'serial' })
  // Its URL answers 404 until the next build.
  test.use({ expectedNoise: /Failed to load resource/ })

  let pool = ''

  test('a new project appears and a hidden one disappears on the next /projects view', async ({ page, owner }) => {
    await refuseCookies(page)
    const shifted = await shifts(page)
    await page.setViewportSize(PHONE)
    const response = page.waitForResponse(/\/rpc\/site/)
    await open(page, '/projects')
    await response
    const builtIn = await names(page)
    pool = await owner.publishPool('pool', TITLE, { words: SCRIPT })
    await owner.rpc('set_project_status', { p_id: 'feltham-basement', p_status: 'hidden', p_built_in: true })

    const asked = backendCalls(page)
    await open(page, '/projects')
    await expect.poll(() => names(page)).not.toContain('A basement and new drains in Feltham')
    expect(await names(page)).toHaveLength(builtIn.length - 1)
    expect((await names(page))[0]).toBe(builtIn[0])
    expect(await shifted()).toEqual([])
    expect(asked).toEqual(['/rest/v1/rpc/site'])

    await page.getByRole('article').first().getByRole('link').click()
    await expect(title(page, builtIn[0] ?? '')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe(TITLE)
  })

  test('a project newer than the build opens completely at its URL and escapes HTML', async ({ page }) => {
    await refuseCookies(page)
    const answer = await page.goto('/project/pool?photo=2')
    expect(answer?.status()).toBe(404)
    await counter(page, '2 / 3')
    await expect(dialog(page)).toContainText(SCRIPT)
    await page.keyboard.press('Escape')
    await expect(title(page, TITLE)).toBeVisible()
    await expect(page).toHaveTitle(/^Pool <img/)
    await expect(page.getByText('March 2026')).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
    await expect(page.getByText(/Model view|All pictures show architectural models/)).toHaveCount(0)
    await expect(imageCards(page)).toHaveCount(3)
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    }
    await expect(page.getByRole('link', { name: 'Request Similar Project' })).toBeVisible()
  })

  test('an unpublished project is not found, and an unreachable server offers a retry', async ({ page, owner }) => {
    const again = page.getByRole('button', { name: 'Try again' })
    await page.route('**/rpc/published_project*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/project/pool')
    await expect(title(page, 'Project Not Found')).toBeVisible()
    await expect(page.locator('main')).toContainText('We couldn’t reach the server, so it may be a new project.')
    await expect(page.locator('meta[name="robots"]').last()).toHaveAttribute('content', 'noindex')
    await again.click()
    await expect(again).toBeVisible()
    await page.unrouteAll()
    // The page also retries automatically.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 500 })
      await expect(title(page, TITLE)).toBeFocused({ timeout: 500 })
    }).toPass()

    await owner.rpc('set_project_status', { p_id: pool, p_status: 'draft' })
    await page.reload()
    await expect(title(page, 'Project Not Found')).toBeVisible()
    await expect(again).toHaveCount(0)
    const asked = backendCalls(page)
    await page.goto('/project/Not%20an%20id')
    await expect(title(page, 'Project Not Found')).toBeVisible()
    expect(asked).not.toContain('/rest/v1/rpc/published_project')
  })
})
