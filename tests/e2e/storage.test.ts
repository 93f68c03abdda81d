import type { Page } from 'playwright/test'
import { expect, open, test } from './support'

const LOCAL = ['adminAuth', 'adminVideos', 'cookieConsent', 'heroSlides', 'projectImages']
const SESSION = ['admin-demo', 'maintenance-auth', 'site-access-auth', 'scroll-positions', 'remix-router-transitions']
const VISITED = ['/', '/projects', '/testimonials', '/maintenance', '/admin/login']

const expectAlive = async (page: Page) => {
  for (const path of VISITED) {
    await open(page, path)
    await expect(page.locator('#main, main').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeHidden()
  }
}

for (const rubbish of ['{"half":', '[null]', 'null', '\u0000', '{"__proto__":{"a":1}}'])
  test(`pages open with ${JSON.stringify(rubbish)} in every key of the storage`, async ({ page }) => {
    await page.addInitScript(
      ({ local, session, text }) => {
        for (const key of local) localStorage.setItem(key, text)
        for (const key of session) sessionStorage.setItem(key, text)
      },
      { local: LOCAL, session: SESSION, text: rubbish },
    )
    await expectAlive(page)
  })

// On leaving a page React Router says that it cannot keep the place; Chromium drops what is said that late.
const dropDepartures = (noise: string[]) => {
  const others = noise.filter((text) => !text.startsWith('Failed to save scroll positions in sessionStorage'))
  noise.splice(0, noise.length, ...others)
}

test('pages open, and consent is taken, where the browser stores nothing and has no database', {
  tag: '@every-browser',
}, async ({ page, noise }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
  })
  await expectAlive(page)
  await open(page, '/')
  const reject = page.getByRole('button', { name: /Reject/ })
  await reject.click()
  await expect(reject).toBeHidden()
  dropDepartures(noise)
})

test('pages open, and consent is taken, where the storage is there but lets nothing be done with it', {
  tag: '@every-browser',
}, async ({ page, noise }) => {
  await page.addInitScript(() => {
    for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'])
      Object.defineProperty(Storage.prototype, name, {
        value: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await expectAlive(page)
  await open(page, '/')
  const reject = page.getByRole('button', { name: /Reject/ })
  await reject.click()
  await expect(reject).toBeHidden()
  dropDepartures(noise)
})

test('pages open, and consent is taken, where the storage is full', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await expectAlive(page)
  await open(page, '/')
  const reject = page.getByRole('button', { name: /Reject/ })
  await reject.click()
  await expect(reject).toBeHidden()
})

test('two tabs agree on what one of them decided', async ({ page, context }) => {
  const other = await context.newPage()
  await open(page, '/')
  await open(other, '/projects')
  const reject = (tab: Page) => tab.getByRole('button', { name: /Reject/ })
  await expect(reject(other)).toBeVisible()
  await reject(page).click()
  await expect(reject(page)).toBeHidden()
  await expect(reject(other)).toBeHidden()
})
