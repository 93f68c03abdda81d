import { createHash, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import { dashboardSections } from '../../src/admin/pages/dashboard/sections'
import { site } from '../../src/content/site'
import { ACCESS_CODE } from '../../src/domain/access-code'
import { navigation } from '../../src/paths'
import { violations } from './accessibility'
import { asServer, expect, open, test } from './admin-support'
import { measureLayout } from './layout-faults'
import { PHONE, pageKinds, publicPages, refuseCookies, shifts } from './support'

const conditions: { name: string; width: number; text?: 200; forced?: true; still?: true }[] = [
  ...[320, 390, 1024, 1280, 2560].map((width) => ({ name: `${width} px`, width })),
  { name: 'text at 200 %, 390 px', width: 390, text: 200 },
  { name: 'text at 200 %, 1280 px', width: 1280, text: 200 },
  { name: 'forced colours, 390 px', width: 390, forced: true },
  { name: 'forced colours and reduced motion, 1280 px', width: 1280, forced: true, still: true },
]

const names = ['مريم الحسيني 24', 'שרה לוי (מהנדסת)', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)]

/** Controls of the menus on a small screen. */
const linksOf = (entries: readonly { label: string }[]) => entries.map(({ label }) => `link ${label}`)
const MENUS = {
  public: [...linksOf(navigation), "button Let's Talk", 'link Get a Free Quote (opens in a new tab)'],
  admin: [...linksOf(dashboardSections), 'button Logout', 'link User manager', 'link Return to website'],
}

const TOOLS = 'Search and more'

/** Removes counts, which other tests change. */
const plain = (control: string) =>
  control
    .replace(/ \([\d…][^)]*\)\d*\+?|, \d+ new/, '')
    .replace(/^link [\d,]+ (new|failed|review|unanswered).*/, 'link $1')

/** Returns all faults, including controls that only some conditions show. */
const examine = async (page: Page, { below = Number.POSITIVE_INFINITY } = {}) => {
  const browser = await page.context().newCDPSession(page)
  const faults: string[] = []
  const seen = new Map<string, string[]>()
  for (const { name, width, text, forced, still } of conditions.filter(({ width }) => width < below)) {
    await page.setViewportSize({ width, height: 900 })
    await browser.send('Page.setFontSizes', { fontSizes: { standard: text ? 32 : 16, fixed: text ? 26 : 13 } })
    await page.emulateMedia({
      forcedColors: forced ? 'active' : 'none',
      reducedMotion: still ? 'reduce' : 'no-preference',
    })
    const folded = page.getByRole('button', { name: TOOLS, expanded: false })
    if (await folded.isVisible()) await folded.click()
    // Scripts follow the width one frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const layout = await measureLayout(page, names)
    const found = [...layout.faults, ...(name === `${width} px` ? await violations(page) : [])]
    faults.push(...found.map((fault) => `${name}: ${fault}`))
    const isLasting = (control: string) => !/^button Show [\d,]+ new/.test(control)
    seen.set(name, layout.controls.filter(isLasting).map(plain))
  }
  const all = new Set([...seen.values()].flat())
  for (const [name, controls] of seen) {
    const elsewhere = controls.includes('button Menu')
      ? [...MENUS.public, ...MENUS.admin]
      : ['button Menu', `link Call ${site.phone.display}`]
    for (const control of all)
      if (![...controls, ...elsewhere, `button ${TOOLS}`].includes(control)) faults.push(`${name}: lost: ${control}`)
  }
  await browser.detach()
  return { faults, seen }
}

const menuFaults = async (page: Page, path: string, items: string[]) => {
  await page.setViewportSize(PHONE)
  await open(page, path)
  await page.getByRole('button', { name: /^Menu/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const { faults, seen } = await examine(page, { below: 1024 })
  const held = seen.get('390 px') ?? []
  return [...faults, ...items.filter((item) => !held.includes(item)).map((item) => `not in the menu: ${item}`)]
}

const word = `word${randomUUID().slice(0, 8)}`
const tabs = (section: string, ...queries: string[]) =>
  queries.map((query) => `/admin/dashboard?section=${section}${query}`)
const reviewTabs = (...names: string[]) => tabs('reviews', ...names.map((name) => `&tab=${name}&q=${word}`))
const screens: Record<string, string[]> = {
  overview: ['/admin/dashboard', '/admin/dashboard?tab=enquiries'],
  media: tabs('media', '', '&tab=images', '&tab=publish', '&tab=projects', '&tab=projects&project=new'),
  reviews: reviewTabs('pending', 'published', 'deleted', 'invitations'),
  email: tabs('email', '', '&tab=recaptcha', '&tab=test', '&tab=guide'),
  theme: tabs('theme', ''),
  users: ['/admin/user-manager', '/admin/reset-password'],
}

const openScreen = async (page: Page, path: string) => {
  await open(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/Loading|Checking/)).toHaveCount(0)
}

/** Stores rows whose names strain the layout. */
const store = async (request: APIRequestContext): Promise<string> => {
  const people = names.map((name, index) => ({ name, email: `${word}${index}@${'long.'.repeat(20)}example.com` }))
  const long = 'unbroken'.repeat(40)
  const reviews = people.flatMap((person, index) =>
    ['pending', 'approved', 'rejected'].map((status) => ({
      ...{ ...person, location: person.name, title: index % 2 ? null : `${person.name}!`, rating: index + 1, status },
      text: `${word} ${long} ${randomUUID()}`,
      verified: status === 'approved',
      thanks_failed_at: status === 'approved' && index === 0 ? new Date().toISOString() : null,
    })),
  )
  const message = { kind: 'contact', phone: '020 7946 0555', message: `${word}: ${long}` }
  const enquiries = people.map((person, index) => ({ ...message, ...person, subject: index ? person.name : '' }))
  const hash = (name: string) => createHash('sha256').update(`${word}${name}`).digest('hex')
  const invitations = people.map((one) => ({ ...one, location: one.name, token_hash: hash(one.name) }))
  await asServer(request, 'POST', '/rest/v1/enquiries', enquiries)
  await asServer(request, 'POST', '/rest/v1/review_invitations', invitations)
  const [first] = (await asServer(request, 'POST', '/rest/v1/reviews', reviews)) as Record<string, string>[]
  return `/admin/approve-testimonial?id=${first?.id}&hash=${first?.approval_hash}`
}
let stored: Promise<string> | undefined
const seed = (request: APIRequestContext) => (stored ??= store(request))

test.beforeEach(({ page }) => refuseCookies(page))

test.describe('pages at phone width', () => {
  test.use({ viewport: PHONE })

  test('public pages have no accessibility violations and no layout shifts on a phone', async ({ page }) => {
    const shifted = await shifts(page)
    for (const path of pageKinds) {
      await open(page, path)
      expect(await shifted(), path).toEqual([])
      expect(await violations(page), path).toEqual([])
    }
  })

  test('dashboard sections have no accessibility violations and no overflow on a phone', async ({
    adminPage: page,
  }) => {
    for (const [path = ''] of Object.values(screens)) {
      await openScreen(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width)
    }
  })
})

test.describe('pages under every display condition', { tag: '@release' }, () => {
  test.use({ expectedNoise: /Failed to load resource.*404/ })

  for (const path of [...publicPages, '/no/such-page'])
    test(`${path} has no layout or accessibility faults under any display condition`, async ({
      page,
      browser,
      baseURL,
      request,
    }) => {
      if (path === '/testimonials') await seed(request)
      await open(page, path)
      if (path === '/testimonials') {
        await page.getByRole('radio', { name: '3 stars' }).press('Space')
        await page.getByRole('region', { name: 'From our customers' }).scrollIntoViewIfNeeded()
        for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
      }
      if (path === '/') {
        await page.keyboard.press('Shift')
        await expect(page.getByText(/^(Open until|Closed now)/)).toBeAttached()
      }
      const { faults, seen } = await examine(page)

      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
      const bare = await context.newPage()
      await bare.goto(path)
      for (const width of [320, 1280]) {
        await bare.setViewportSize({ width, height: 900 })
        const layout = await measureLayout(bare)
        // Without JavaScript a photo is a link. The link to WhatsApp would make the HTML too large.
        const links = (seen.get(`${width} px`) ?? []).filter((control) => /^link (?!WhatsApp)/.test(control))
        const lost = links.filter((link) => !layout.controls.includes(link)).map((link) => `lost: ${link}`)
        faults.push(...[...layout.faults, ...lost].map((fault) => `no JavaScript, ${width} px: ${fault}`))
      }
      await context.close()
      expect(faults).toEqual([])
    })

  for (const [what, path, show] of [
    [
      'the cookie banner',
      '/terms-and-conditions',
      async (page: Page) => {
        await page.getByText('Cookie settings').click()
        await expect(page.getByRole('heading', { name: 'Cookie Consent' })).toBeVisible()
      },
    ],
    [
      "'Let's Talk'",
      '/projects',
      async (page: Page) => {
        await page.getByRole('button', { name: "Let's Talk" }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    ],
    ['an open photo', '/projects?photo=4', (page: Page) => expect(page.getByRole('dialog')).toBeVisible()],
    ['the login page', '/admin/login', (page: Page) => expect(page.getByLabel('Email')).toBeVisible()],
    [
      'the unlocked maintenance page',
      '/maintenance',
      async (page: Page) => {
        await page.getByLabel('Password').fill(ACCESS_CODE)
        await page.keyboard.press('Enter')
        const message = page.getByText('Access granted')
        await expect(message).toBeVisible()
        // A fading message has no final contrast.
        await expect(message).toBeHidden()
      },
    ],
  ] as const)
    test(`${what} has no layout or accessibility faults under any display condition`, async ({ page }) => {
      await open(page, path)
      await show(page)
      expect((await examine(page)).faults).toEqual([])
    })

  for (const [name, paths] of Object.entries(screens))
    test(`the administrator's ${name} screens have no faults under any display condition`, async ({
      adminPage: page,
      request,
      account,
    }) => {
      const links = name === 'overview' || name === 'reviews' ? [await seed(request)] : []
      if (name === 'users') await account('unbroken'.repeat(3))
      await page.evaluate(() => {
        const file = { id: '1', name: `${'longname'.repeat(8)}.png`, uploadDate: '21/11/2026' }
        const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
        localStorage.setItem('adminVideos', JSON.stringify([{ ...file, url: 'data:video/mp4;base64,AAAA' }]))
        localStorage.setItem('projectImages', JSON.stringify([{ ...file, url: pixel }]))
      })
      const faults: string[] = []
      for (const path of [...paths, ...links]) {
        await openScreen(page, path)
        if (name === 'theme') {
          await page.getByRole('button', { name: 'not-found.tsx' }).click()
          await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
        }
        faults.push(...(await examine(page)).faults.map((fault) => `${path}, ${fault}`))
      }
      expect(faults).toEqual([])
    })

  test("the administrator's dialogs and both menus have no faults under any display condition", async ({
    adminPage: page,
    request,
  }) => {
    await seed(request)
    const faults: string[] = []
    for (const [path = '', press] of [
      [tabs('reviews', '')[0], 'Ask for a review'],
      [tabs('reviews', `&tab=published&q=${word}`)[0], `Send thank-you email to ${names[0]}`],
      [tabs('reviews', `&tab=invitations&q=${word}`)[0], `Withdraw the invitation to ${names[0]}`],
      ['/admin/user-manager', 'Add user'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await open(page, path)
      await page.getByRole('button', { name: press }).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      faults.push(...(await examine(page)).faults.map((fault) => `${press}, ${fault}`))
    }
    faults.push(...(await menuFaults(page, '/admin/dashboard', MENUS.admin)))
    faults.push(...(await menuFaults(page, '/', MENUS.public)))
    expect(faults).toEqual([])
  })
})
