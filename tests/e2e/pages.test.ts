import sharp from 'sharp'
import { site } from '../../src/content/site'
import { expectSideBySide } from './comparison'
import { expect, holdBack, open, openEarly, pageKinds, refuseCookies, SCRIPTS, test, waitForHydration } from './support'

/** Texts that the contract requires, in any case. */
const labels: Record<string, string[]> = {
  '/': ['Our Latest Projects'],
  '/projects': ['View Project', 'Ready to Start Your Project?', 'Get in Touch'],
  '/project/mayfair-basement': [
    ...['Project Overview', 'Project Summary', 'Services Provided', 'Location', 'Mayfair', 'Completion Date', '2024'],
    ...['Request Similar Project', 'Project Gallery', 'Ready to Start Your Project?', 'Get in Touch'],
  ],
  '/testimonials': ['Featured Testimonials', 'Submit a Testimonial'],
  '/business-card': ['Founder & CEO', 'Share this business card'],
  '/terms-and-conditions': ['May 2024', '50%', 'England and Wales'],
  '/privacy-policy': ['May 2024', '7 years', 'UK GDPR'],
}

test('each kind of page hydrates unchanged, shows its required text and fits its width', {
  tag: '@every-browser',
}, async ({ page }) => {
  await refuseCookies(page)
  // Loaded rows replace parts of the page.
  await holdBack(page, /\/rest\/v1\//)
  for (const path of pageKinds) {
    const arrive = await holdBack(page, SCRIPTS)
    await openEarly(page, path)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const main = () => page.locator('main h1').evaluate((heading) => heading.closest('main')?.textContent)
    const before = await main()
    arrive()
    await waitForHydration(page)
    expect(await main(), path).toBe(before)
    // biome-ignore lint/performance/useDomNodeTextContent: only what is on screen counts, not what is in the tree.
    const shown = await page.evaluate(() => document.body.innerText.toLowerCase())
    for (const label of labels[path] ?? []) expect(shown, path).toContain(label.toLowerCase())
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(needed, path).toBeLessThanOrEqual(given ?? 0)
  }
})

test('the navigation bar keeps its size, with 44 px call and menu buttons', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Main' })
  await open(page, '/testimonials')
  expect((await bar.boundingBox())?.height).toBe(112)
  expect((await bar.getByRole('img').boundingBox())?.width).toBe(130)
  const button = page.getByRole('button', { name: 'Submit Testimonial' })
  await expect(button).toHaveCSS('background-color', 'rgb(44, 181, 63)')
  await expect(page.getByLabel('Your testimonial')).toHaveAttribute('rows', '4')

  const browser = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 320, height: 800 })
  for (const standard of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } })
    const call = await bar.getByRole('link', { name: `Call ${site.phone.display}` }).boundingBox()
    const menu = await bar.getByRole('button', { name: 'Menu' }).boundingBox()
    expect([call?.width, call?.height, menu?.width], `${standard} px`).toEqual([44, 44, 44])
    expect((menu?.x ?? 0) - (call?.x ?? 0)).toBeGreaterThanOrEqual(44)
    expect((menu?.x ?? 0) + 44).toBeLessThanOrEqual(320)
  }
})

test('the home page keeps its columns and headline, and respects the contrast preference', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  const columns =
    '#services li, figure:has(blockquote), #why-choose-us dl > div, #contact-section :is(form div, dl), footer .grid > *'
  const edges = await page.locator(columns).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  expect([...new Set(edges)].sort((a, b) => a - b)).toEqual([112, 528, 736, 944])
  // Other tests change the review above.
  const [label, term] = await page
    .locator('#contact-section :is(form label, dt)')
    .filter({ hasText: /^(Name|Telephone)$/ })
    .evaluateAll((both) => both.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2))
  expect(Math.abs((label ?? 0) - (term ?? Number.NaN))).toBeLessThan(2)

  const field = page.locator('#contact-section').getByLabel('Message')
  const hint = page.getByText('Tell us the address, the type of house')
  const ink = 'rgb(16, 32, 26)'
  await expect(field).not.toHaveCSS('border-top-color', ink)
  await page.emulateMedia({ contrast: 'more' })
  await expect(field).toHaveCSS('border-top-color', ink)
  await expect(hint).toHaveCSS('color', ink)
  await field.focus()
  await expect(field).toHaveCSS('outline-width', '4px')

  for (const width of [1920, 1440, 1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      while (texts.nextNode());
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      range.setStart(texts.currentNode, texts.currentNode.textContent?.lastIndexOf('London') ?? 0)
      return range.getClientRects().length
    })
    expect(lines, `${width} px`).toBe(1)
  }
  const bottom = await page.locator('.hero-picture').evaluate((picture) => picture.getBoundingClientRect().bottom)
  const dots = page.getByRole('button', { name: /^Show picture/ })
  await expect(dots).toHaveCount(4)
  for (const dot of await dots.all()) expect((await dot.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
})

test('reduced motion pauses the slides, removes animations and keeps the hero fade even', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  const image = await page.screenshot({ clip: { x: 470, y: 140, width: 150, height: 90 } })
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  const columns = Array.from({ length: info.width }, (_, x) => {
    const greys = Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * info.channels] ?? 0)
    return greys.reduce((sum, grey) => sum + grey, 0) / info.height
  })
  const steps = columns.slice(1).map((grey, x) => Math.abs(grey - (columns[x] ?? 0)))
  // A step of a whole grey level is visible.
  expect(Math.max(...steps)).toBeLessThan(0.7)
  await page.getByRole('button', { name: 'Play slideshow' }).click()
  await expect(page.getByRole('button', { name: 'Pause slideshow' })).toBeVisible()
  await page.getByRole('button', { name: "Let's Talk" }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('animation-duration', '1e-05s')
})

test('a page’s title is at least a quarter larger than its headings at any width', { tag: '@release' }, async ({
  page,
}) => {
  for (const path of pageKinds) {
    await open(page, path)
    for (const width of [320, 390, 768, 820, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [title = 0, ...headings] = await page.evaluate(() =>
        [...document.querySelectorAll('h1, main h2')].map((heading) =>
          Number.parseFloat(getComputedStyle(heading).fontSize),
        ),
      )
      expect(title / Math.max(1, ...headings), `${path} at ${width} px`).toBeGreaterThanOrEqual(1.25)
    }
  }
})

test.describe('pages without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 844 } })

  test('pages are readable without JavaScript, and photos link to their largest file', async ({ page, request }) => {
    for (const path of pageKinds) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: site.phone.display }), path).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
    await page.goto('/projects')
    await expect(page.getByRole('main').locator('a[role=button]')).toHaveCount(0)
    const photos = page.getByRole('main').locator('a:has(img)')
    const files = await photos.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(files).toHaveLength(13)
    for (const file of files) expect(file).toMatch(/^\/pictures\/.*-1280\.webp$/)
    expect((await request.get(files[0] ?? '')).headers()['content-type']).toBe('image/webp')
    await page.goto('/admin/login')
    await expect(page.locator('noscript p')).toContainText('The admin area needs JavaScript')
    await expect(page.locator('noscript p')).toBeVisible()
  })
})

test('disabled scripting hides forms, shows prices as a table and comparisons side by side', async ({
  pageWithScrollbar,
}) => {
  // Playwright's `javaScriptEnabled` doesn't change `@media (scripting)`.
  const page = await pageWithScrollbar({ width: 1440, height: 900 }, '--blink-settings=scriptEnabled=false')
  for (const path of ['/', '/testimonials', '/business-card']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.locator('form').filter({ visible: true }), path).toHaveCount(0)
    if (path === '/') await expect(page.getByRole('cell', { name: '230–418 18–34' })).toBeVisible()
  }
  await page.goto('/project/feltham-basement')
  await expectSideBySide(page)
})
