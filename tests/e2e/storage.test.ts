import type { Page } from 'playwright/test'
import { expect, open, test, title } from './support'

const LOCAL = ['adminAuth', 'adminVideos', 'cookieConsent', 'heroSlides', 'projectImages']
const SESSION = ['admin-demo', 'maintenance-auth', 'site-access-auth', 'scroll-positions', 'remix-router-transitions']

const expectAlive = async (page: Page, ...paths: string[]) => {
  for (const path of paths) {
    await open(page, path)
    await expect(page.locator('#main, main').first()).toBeVisible()
    await expect(title(page, 'Unexpected Application Error!')).toBeHidden()
  }
}

test('pages open with rubbish in every key of the storage', async ({ page }) => {
  await open(page, '/projects')
  for (const rubbish of ['{"half":', '[null]', 'null', '\u0000', '{"__proto__":{"a":1}}'])
    for (const path of ['/', '/maintenance', '/admin/login']) {
      await page.evaluate(
        ({ local, session, text }) => {
          for (const key of local) localStorage.setItem(key, text)
          for (const key of session) sessionStorage.setItem(key, text)
        },
        { local: LOCAL, session: SESSION, text: rubbish },
      )
      await expectAlive(page, path)
    }
})

for (const [what, sabotage, tag] of [
  [
    'the browser stores nothing and has no database',
    () => {
      const get = () => {
        throw new DOMException('Blocked', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
    },
    '@every-browser',
  ],
  [
    'the storage is there but lets nothing be done with it',
    () => {
      const value = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'])
        Object.defineProperty(Storage.prototype, name, { value })
    },
    '@every-browser',
  ],
  [
    'the storage is full, and holds rubbish',
    () => {
      localStorage.setItem('heroSlides', '[{')
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    },
    '',
  ],
] as const)
  test(`pages open, and consent is taken, where ${what}`, { tag: tag || [] }, async ({ page }) => {
    await page.addInitScript(sabotage)
    await expectAlive(page, '/projects', '/testimonials', '/maintenance', '/admin/login', '/')
    await expect(page.getByRole('button', { name: /^Show picture/ })).toHaveCount(4)
    const reject = page.getByRole('button', { name: /Reject/ })
    await reject.click()
    await expect(reject).toBeHidden()
  })
