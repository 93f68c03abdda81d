import { attacks, attempted, printAttempts, provoke, watch } from './security-support'
import { expect, open, publicPages, test } from './support'

// In one worker, so that the attempts are counted together.
test.describe.configure({ mode: 'serial' })
let found: string[] = []

test.beforeEach(async ({ context }) => {
  found = await watch(context)
})
test.afterEach(() => expect(found, 'what ran, or was stopped by the policy').toEqual([]))
test.afterAll(printAttempts)

const screens = [
  '/',
  '/testimonials',
  '/admin/dashboard?section=media&tab=videos',
  '/admin/dashboard?section=media&tab=images',
]

test('values planted in the browser’s storage run nowhere', async ({ page, noise }) => {
  test.setTimeout(120_000)
  await page.goto('/robots.txt')
  await page.evaluate((texts) => {
    const uploadDate = '01/05/2024'
    const files = texts.map((text, id) => ({ id: `${id}${text}`, name: text, url: text, uploadDate }))
    const slides = texts.flatMap((src) => [
      { type: 'image', src },
      { type: 'video', src, poster: src },
    ])
    localStorage.setItem('heroSlides', JSON.stringify(slides))
    localStorage.setItem('projectImages', JSON.stringify(files))
    localStorage.setItem('adminVideos', JSON.stringify(files))
    localStorage.setItem('adminAuth', 'true')
  }, attacks)
  for (const screen of screens) {
    await open(page, screen)
    await provoke(page)
    await page.waitForTimeout(500)
    attempted(`storage on ${screen}`, attacks.length * (screen === '/' ? 5 : 2))
  }
  for (const name of ['cookieConsent', 'adminAuth', 'heroSlides', 'projectImages', 'adminVideos'])
    for (const text of attacks) {
      await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [name, text])
      if (text === attacks[0]) await open(page, '/')
      attempted(`${name} as a whole`, 1)
    }
  // Files that are not there, as the browser reports them.
  noise.length = 0
})

test('nothing in an address runs', async ({ page, noise }) => {
  test.setTimeout(120_000)
  for (const attack of attacks) {
    const text = encodeURIComponent(attack)
    for (const path of [
      `/no-such/${text}`,
      `/?photo=${text}#${text}`,
      `/admin/login?from=${text}#error_description=${text}`,
    ]) {
      await page.goto(path)
      await provoke(page)
      attempted('addresses', 1)
    }
  }
  noise.length = 0
})

for (const path of publicPages)
  test(`${path} may not be framed, and meets its own policy from end to end`, async ({ page }) => {
    await open(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(200)
  })
