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
  const names = ['cookieConsent', 'adminAuth', 'heroSlides', 'projectImages', 'adminVideos']
  for (const text of attacks) {
    await page.evaluate(([keys, value]) => keys.forEach((key) => void localStorage.setItem(key, value)), [
      names,
      text,
    ] as const)
    await open(page, '/')
    await provoke(page)
    attempted('values as a whole', names.length)
  }
  // Names of attacks that look like files of this site are asked for, and are not there.
  expect(noise.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  noise.length = 0
})

test('nothing in a URL runs', async ({ page, noise }) => {
  test.setTimeout(120_000)
  for (const attack of attacks) {
    const text = encodeURIComponent(attack)
    for (const path of [
      `/no-such/${text}`,
      `/?photo=${text}#${text}`,
      `/admin/login?mode=${text}#error_description=${text}`,
    ]) {
      await page.goto(path)
      await provoke(page)
      attempted('URLs', 1)
    }
  }
  noise.length = 0
})

test('the watch itself sees what runs, and what a policy stops', async ({ page, noise }) => {
  const body = '<!doctype html><img src=x onerror=window.__xss=1>'
  for (const [path, headers] of [
    ['/open', {}],
    ['/closed', { 'content-security-policy': "script-src 'self'" }],
  ] as const) {
    await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body, headers }))
    await page.goto(path)
    await expect.poll(() => found.length).toBe(1)
    expect(found.pop()).toContain(path === '/open' ? 'ran at' : 'script-src-attr inline')
  }
  noise.length = 0
})

test('no page may be framed, not even by the site itself', async ({ page, noise }) => {
  await page.route('**/framing', (route) => route.fulfill({ contentType: 'text/html', body: '<iframe></iframe>' }))
  for (const path of [...publicPages, '/admin/login', '/admin/dashboard', '/no-such-page', '/__mail']) {
    await page.goto('/framing')
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.evaluate((src) => document.querySelector('iframe')?.setAttribute('src', src), path)
    await blocked
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull()
    attempted('framing', 1)
  }
  noise.length = 0
})

test('pages, files, errors and answers carry the headers that belong to them', async ({ request }) => {
  const script = /src="(\/assets\/[^"]+)"/.exec(await (await request.get('/')).text())?.[1] ?? ''
  for (const path of ['/', '/projects', '/admin/login', '/no-such-page', script, '/robots.txt']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toMatch(/^default-src 'self'; script-src 'self' 'sha256-[^']+'; /)
    expect(headers['strict-transport-security'], path).toBe('max-age=63072000; includeSubDomains')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
  }
  for (const path of [
    '/rest/v1/reviews',
    '/auth/v1/user',
    '/functions/v1/send-email',
    '/api/submit-testimonial',
    '/__mail/api',
  ]) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['cache-control'], path).toContain('no-store')
  }
})

for (const path of publicPages)
  test(`${path} meets its policy from end to end`, async ({ page }) => {
    await open(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    // The page that comes next stays under the policy of the first.
    await page.getByRole('link', { name: 'Privacy Policy' }).last().click()
    await expect(page).toHaveURL('/privacy-policy')
    await page.goBack()
  })
