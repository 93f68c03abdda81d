import type { Page } from 'playwright/test'
import { expect, open, test, waitForData } from './admin-support'
import { walk, walkPanel } from './focus-walk'
import { pageKinds, publicPages, refuseCookies } from './support'

const WINDOWS = [
  { width: 640, height: 400, tag: [] },
  { width: 1280, height: 800, tag: ['@release'] },
  { width: 320, height: 568, tag: ['@release'] },
  { width: 320, height: 256, tag: ['@release'] },
] as const

const sections = [
  '',
  '?section=media',
  '?section=media&tab=images',
  '?section=media&tab=publish',
  '?section=media&tab=projects',
  '?section=reviews',
  '?section=email',
  '?section=email&tab=test',
  '?section=theme',
]
const project = '?section=media&tab=projects&project=new'

const faultsOf = async (first: Page, paths: readonly string[]) => {
  const faults: string[] = []
  for (const [index, path] of paths.entries()) {
    // On a tab's second page, Playwright's Firefox presses Tab without `:focus-visible`.
    const isSpent = index > 0 && first.context().browser()?.browserType().name() === 'firefox'
    const page = isSpent ? await first.context().newPage() : first
    if (isSpent) page.on('console', (said) => said.type() === 'error' && faults.push(`${path}: ${said.text()}`))
    await open(page, path)
    if (path.startsWith('/admin')) await waitForData(page)
    const isUndecided = await page.evaluate(() => localStorage.getItem('cookieConsent') === null)
    if (isUndecided) await expect(page.getByRole('region', { name: 'Cookie Consent' })).toBeVisible()
    const found = await walk(page)
    if (isSpent) await page.close()
    if (found.stops < 3) faults.push(`${path}: only ${found.stops} stops`)
    faults.push(...found.faults.map((fault) => `${path}: ${fault}`))
  }
  return faults
}

const panelFaults = async (page: Page, name: string) => {
  const { faults, stops } = await walkPanel(page)
  return [...(stops < 3 ? [`only ${stops} stops`] : []), ...faults].map((fault) => `${name}: ${fault}`)
}

for (const { width, height, tag } of WINDOWS)
  test.describe(`focus in a window of ${width} by ${height} pixels`, { tag: [...tag] }, () => {
    test.use({ viewport: { width, height } })

    test('focused elements on public pages are in view and have a visible ring', {
      tag: width === 640 ? ['@every-browser', '@wide'] : [],
    }, async ({ page }) => {
      test.skip(
        Boolean(process.env.WEBKIT),
        'Without a screen WebKitGTK’s window is never active, and nothing there matches :focus.',
      )
      await refuseCookies(page)
      expect(await faultsOf(page, height === 256 ? publicPages : pageKinds)).toEqual([])
    })

    test('focused elements in panels of public pages are in view and visibly marked', async ({ page }) => {
      await refuseCookies(page)
      const faults: string[] = []
      const walkThrough = async (name: string) => {
        await expect(page.getByRole('dialog', { name })).toBeVisible()
        faults.push(...(await panelFaults(page, name)))
      }
      await open(page, '/projects')
      await page.locator('main a[role=button]').first().click()
      await walkThrough('Project Details')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      const talk = page.getByRole('button', { name: "Let's Talk" })
      if (await menu.isVisible()) {
        await menu.click()
        await walkThrough('Menu')
        await page.getByRole('dialog').getByRole('button', { name: "Let's Talk" }).click()
      } else await talk.click()
      await walkThrough("Let's Talk")
      expect(faults).toEqual([])
    })

    test('focused elements in dashboard panels are in view and visibly marked', {
      tag: width === 640 ? [] : ['@release'],
    }, async ({ adminPage: page }) => {
      const faults: string[] = []
      for (const path of ['dashboard?section=reviews&ask=1', 'user-manager?add=1']) {
        await open(page, `/admin/${path}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        faults.push(...(await panelFaults(page, path)))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      const menu = page.getByRole('button', { name: /^Menu/ })
      if (await menu.isVisible()) {
        await menu.click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        faults.push(...(await panelFaults(page, 'Menu')))
      }
      expect(faults).toEqual([])
    })

    test('focused elements beside the cookie banner are in view and visibly marked', async ({ page }) => {
      expect(await faultsOf(page, ['/testimonials'])).toEqual([])
    })

    test('focused elements in every dashboard section are in view and visibly marked', {
      tag: width === 640 ? ['@release'] : [],
    }, async ({ adminPage: page }) => {
      const paths = [...sections, project].map((section) => `/admin/dashboard${section}`)
      expect(await faultsOf(page, [...paths, '/admin/user-manager'])).toEqual([])
    })
  })
