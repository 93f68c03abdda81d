import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { asServer, test as base, expect, open } from './admin-support'

const RUN = 'window.__xss=1'

/** Texts that set `window.__xss` if they run. */
const attacks: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>">`,
  `<details open ontoggle=${RUN}>`,
  `<style>*{background:url(//evil.example)}</style>`,
  `<base href=//evil.example/>`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `" autofocus onfocus=${RUN} x="`,
  `' onmouseover='${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `]]><!--<script>${RUN}</script>-->`,
  `\u202e<img src=x onerror=${RUN}>\u202c`,
  `&lt;img src=x onerror=${RUN}&gt;`,
]

/** `found` collects executions and policy violations, and must end empty. */
const test = base.extend<{ found: string[] }>({
  found: [
    async ({ context }, use) => {
      const found: string[] = []
      await context.exposeBinding('reportFinding', (_source, finding: string) => void found.push(finding))
      await context.addInitScript(() => {
        const report = (finding: string) => Reflect.get(window, 'reportFinding')?.(finding)
        Object.defineProperty(window, '__xss', { set: () => report(`ran at ${location.pathname}`) })
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          report(`${effectiveDirective} ${blockedURI} at ${location.href}`),
        )
      })
      await use(found)
      // Findings arrive asynchronously from other processes.
      for (const page of context.pages()) await page.evaluate(() => Reflect.get(window, 'reportFinding')?.('end'))
      expect(found.filter((finding) => finding !== 'end')).toEqual([])
    },
    { auto: true },
  ],
})

test.describe('the security monitor', () => {
  test.use({ expectedNoise: /Content Security Policy/ })

  test('the security monitor detects executed scripts and policy violations', async ({ page, found }) => {
    await page.goto('/privacy-policy')
    await page.evaluate(RUN)
    await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: '//evil.example/x' })))
    await expect.poll(() => found.map((finding) => finding.split(' ')[0])).toEqual(['ran', 'img-src'])
    found.length = 0
  })
})

const provoke = async (page: Page): Promise<void> => {
  const foreign = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.dispatchEvent(new FocusEvent('focus'))
    }
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => /^on/.test(name)),
    )
    const odd = document.querySelectorAll('base, [href^="javascript:" i], [src^="javascript:" i], [srcdoc]')
    return [...handlers, ...odd].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
  expect(foreign).toEqual([])
}

const expectText = async (page: Page): Promise<void> => {
  const missing = async () => {
    const shown = (await page.locator('body').textContent()) ?? ''
    return attacks.filter((text) => !shown.includes(text))
  }
  await expect.poll(missing).toEqual([])
  await provoke(page)
}

test('attacks stored in every field appear only as text to visitors and the owner', async ({
  page,
  adminPage,
  request,
}) => {
  const word = `attack${randomUUID().slice(0, 8)}`
  const email = `${word}@example.com`
  // Other tests count their reviews from the newest.
  const created_at = new Date(Date.now() - 3_600_000).toISOString()
  const reviews = attacks.flatMap((text) =>
    ['approved', 'pending', 'rejected'].map((status) => {
      const short = text.slice(0, 100)
      return { name: short, location: short, title: short, text, rating: 5, status, email, created_at }
    }),
  )
  const stored = (await asServer(request, 'POST', '/rest/v1/reviews', reviews)) as Record<string, string>[]
  const enquiries = attacks.map((text) => {
    const [name, phone, message] = [text.slice(0, 100), text.slice(0, 40), `${text} ${word}`]
    return { kind: 'contact', name, email, phone, subject: text, message, source: name }
  })
  await asServer(request, 'POST', '/rest/v1/enquiries', enquiries)
  const shares = attacks.map((text) => ({ kind: 'business-card', name: text, email, message: `${text} ${word}` }))
  await asServer(request, 'POST', '/rest/v1/enquiries', shares)
  const user_metadata = { name: attacks[2], full_name: attacks[3], avatar_url: attacks[10], role: attacks[0] }
  await asServer(request, 'POST', '/auth/v1/admin/users', { email, password: randomUUID(), user_metadata })

  for (const tab of ['pending', 'published', 'deleted']) {
    await open(adminPage, `/admin/dashboard?section=reviews&tab=${tab}&q=${word}`)
    await expectText(adminPage)
  }
  await open(adminPage, '/admin/dashboard?tab=enquiries')
  await adminPage.getByRole('searchbox', { name: 'Search enquiries' }).fill(word)
  await expectText(adminPage)
  await open(adminPage, `/admin/approve-testimonial?id=${stored[6]?.id}&hash=${stored[6]?.approval_hash}`)
  await provoke(adminPage)
  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('textbox', { name: 'Email' }).fill(email)
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText(email).first()).toBeVisible()
  await provoke(adminPage)

  await open(page, '/testimonials')
  const section = page.getByRole('region', { name: 'From our customers' })
  await section.scrollIntoViewIfNeeded()
  await expect(async () => {
    const shown = (await section.textContent()) ?? ''
    if (attacks.every((attack) => shown.includes(attack))) return
    await section.getByRole('button', { name: 'Load more reviews' }).click({ timeout: 1_000 })
    throw new Error('There are more')
  }).toPass({ intervals: [100], timeout: 20_000 })
  await expectText(page)
  const structuredData = async () => {
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    return texts.map((text) => JSON.stringify(JSON.parse(text))).join('')
  }
  await expect.poll(structuredData).toContain(RUN)
})

test.describe('browser-supplied input', () => {
  test.use({ expectedNoise: /^Failed to load resource/ })

  test('attacks planted in browser storage do not run', async ({ page }) => {
    await page.goto('/robots.txt')
    await page.evaluate((texts) => {
      const files = texts.map((text, id) => ({ id: `${id}${text}`, name: text, url: text, uploadDate: '01/05/2024' }))
      const slides = texts.flatMap((src) => [
        { type: 'image', src },
        { type: 'video', src, poster: src },
      ])
      localStorage.setItem('heroSlides', JSON.stringify(slides))
      localStorage.setItem('projectImages', JSON.stringify(files))
      localStorage.setItem('adminVideos', JSON.stringify(files))
      localStorage.setItem('adminAuth', 'true')
    }, attacks)
    for (const screen of ['/', '/testimonials', '&tab=videos', '&tab=images']) {
      await open(page, screen.startsWith('/') ? screen : `/admin/dashboard?section=media${screen}`)
      await provoke(page)
    }
  })

  test('attacks in a URL do not run', { tag: '@release' }, async ({ page }) => {
    for (const attack of attacks) {
      const text = encodeURIComponent(attack)
      const places = [`/no/${text}`, `/?photo=${text}#${text}`, `/admin/login?mode=${text}#error_description=${text}`]
      for (const path of places) {
        await page.goto(path, { waitUntil: 'commit' })
        await page.waitForLoadState('domcontentloaded')
        await provoke(page)
      }
    }
  })
})
