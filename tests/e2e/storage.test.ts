import type { Page } from 'playwright/test'
import { browserStorage, type Kind } from '../../src/content/browser-storage'
import { ACCESS_CODE } from '../../src/domain/access-code'
import * as names from '../../src/storage/names'
import { signIn, test, waitForData } from './admin-support'
import { giveFiles } from './media-files'
import { expect, open, title } from './support'

const keysIn = (kind: Kind) =>
  Object.values(browserStorage)
    .flat()
    .flatMap(({ name, kinds }) => (kinds.includes(kind) && !name.includes('…') ? name : []))

const expectAlive = async (page: Page, ...paths: string[]) => {
  for (const path of paths) {
    await open(page, path)
    await expect(page.locator('#main, main').first()).toBeVisible()
    await expect(title(page, 'Unexpected Application Error!')).toBeHidden()
  }
}

test('pages open when every storage key contains invalid data', async ({ page }) => {
  await open(page, '/projects')
  for (const rubbish of ['{"half":', '[null]', 'null', '\u0000', '{"__proto__":{"a":1}}'])
    for (const path of rubbish.startsWith('{"half') ? ['/', '/maintenance', '/admin/login'] : ['/']) {
      await page.evaluate(
        ({ local, session, text }) => {
          for (const key of local) localStorage.setItem(key, text)
          for (const key of session) sessionStorage.setItem(key, text)
        },
        { local: keysIn('Local storage'), session: keysIn('Session storage'), text: rubbish },
      )
      await expectAlive(page, path)
    }
})

for (const [what, sabotage] of [
  [
    'browser storage is blocked',
    () => {
      const get = () => {
        throw new DOMException('Blocked', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
    },
  ],
  [
    'every storage method throws',
    () => {
      const value = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'])
        Object.defineProperty(Storage.prototype, name, { value })
    },
  ],
] as const)
  test(`pages open and the cookie banner works when ${what}`, { tag: '@every-browser' }, async ({ page }) => {
    await page.addInitScript(sabotage)
    await expectAlive(page, '/testimonials', '/maintenance', '/admin/login', '/')
    await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
    const reject = page.getByRole('button', { name: /Reject/ })
    await reject.click()
    await expect(reject).toBeHidden()
  })

const held = async (page: Page) => {
  const inPage = await page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations()
    return {
      'Local storage': Object.keys(localStorage),
      'Session storage': Object.keys(sessionStorage),
      IndexedDB: (await indexedDB.databases()).map(({ name }) => name),
      'Cache storage': await caches.keys(),
      'Service worker': workers.map(({ active }) => active?.scriptURL.replace(/^.*\//, '')),
    }
  })
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  return Object.entries({ ...inPage, Cookie: cookies }).flatMap(([kind, all]) => all.map((name) => `${kind}: ${name}`))
}

const rows = Object.values(browserStorage)
  .flat()
  .flatMap(({ name, kinds, until }) => kinds.map((kind) => ({ name: `${kind}: ${name}`, until })))
const isIn = (entry: string) => (row: (typeof rows)[number]) => {
  const [start = '', end] = row.name.split('…')
  return end === undefined ? entry === row.name : entry.startsWith(start) && entry.endsWith(end)
}

test.describe('storage with the service worker', () => {
  test.use({ serviceWorkers: 'allow', expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

  test('the browser stores exactly what the privacy policy lists', {
    tag: '@release',
  }, async ({ page, account }) => {
    const seen = new Set<string>()
    const look = async () => {
      for (const entry of await held(page)) seen.add(entry)
    }

    await open(page, '/')
    await page.getByRole('button', { name: 'Accept All' }).click()
    await page.locator('#contact-section').getByLabel('Name').fill('Sam Field')
    await page.getByRole('link', { name: 'View all projects' }).click()
    await expect(title(page, 'Our Projects')).toBeVisible()
    await page.goBack()
    await expect(title(page, /floor beneath/)).toBeVisible()
    await open(page, '/maintenance')
    await page.getByLabel(/password/i).fill(ACCESS_CODE)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Website Online')).toBeVisible()
    await expect.poll(() => held(page)).toContain('Cache storage: workbox-pages')
    await look()

    const media = '/admin/dashboard?section=media&tab='
    await signIn(page, await account('person'))
    await open(page, `${media}videos`)
    await giveFiles(page, [{ kind: 'video', name: 'large.webm', bytes: 5 * 1024 * 1024 }])
    await page.getByRole('button', { name: 'Upload Video' }).click()
    await page.getByRole('button', { name: 'Set as Hero large.webm' }).click()
    await expect(page.getByText('Showing as hero')).toBeVisible()
    await open(page, `${media}images`)
    await giveFiles(page, [{ kind: 'image', name: 'pit.jpg', width: 1200, height: 900 }])
    await page.getByRole('button', { name: 'Upload Image' }).click()
    await expect(page.getByRole('button', { name: 'Delete pit.jpg' })).toBeVisible()
    await expect.poll(() => held(page)).toContain(`Local storage: ${names.publishedNames}`)
    await open(page, `${media}projects`)
    await page.getByRole('button', { name: 'Add project' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByLabel('Title', { exact: true }).fill('A cellar')
    await page.getByRole('button', { name: 'All projects' }).click()
    await look()
    await page.context().setOffline(false)
    await open(page, `${media}publish`)
    await expect(page.getByRole('region', { name: 'Changes' })).toContainText('1 video')
    await open(page, '/admin/dashboard?section=reviews&demo=1')
    await page
      .getByRole('row', { name: /Eleanor/ })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(page.getByText('Review approved successfully')).toBeVisible()
    for (const place of ['overview', 'email', 'theme']) await open(page, `/admin/dashboard?section=${place}`)
    await open(page, '/admin/user-manager')
    await look()

    await page.evaluate((key) => localStorage.setItem(key, '[{'), names.heroSlides)
    await page.evaluate((key) => sessionStorage.setItem(key, '?'), names.maintenanceAuth)
    await open(page, '/maintenance')
    await expect.poll(() => held(page)).toContain(`Session storage: ${names.maintenanceAuth}.corrupt`)
    await open(page, '/')
    await expect.poll(() => held(page)).toContain(`Local storage: ${names.heroSlides}.corrupt`)
    await look()

    await open(page, '/privacy-policy')
    const listed = await page.locator('th code').allTextContents()
    const ours = Object.values(browserStorage).flatMap((all) => all.map(({ name }) => name))
    // The policy also lists Google's.
    expect(listed).toEqual(expect.arrayContaining(ours))
    expect([...seen].filter((entry) => !rows.some(isIn(entry)))).toEqual([])
    const unseen = rows.filter((row) => ![...seen].some((entry) => isIn(entry)(row)))
    // Only a site built as under construction stores its code.
    expect(unseen.map(({ name }) => name)).toEqual([`Session storage: ${names.siteAccessAuth}`])

    await open(page, '/admin/dashboard')
    // A request that outlives the session is refused.
    await waitForData(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(title(page, 'Admin Portal Login')).toBeVisible()
    const leftUntil = (await held(page)).map((entry) => rows.find(isIn(entry))?.until)
    expect(leftUntil).not.toContain('Until you log out')
  })
})
