import { createHash, randomUUID } from 'node:crypto'
import type { APIRequestContext, CDPSession, Page } from 'playwright/test'
import { sections } from '../../src/admin/pages/dashboard/sections'
import { navigation } from '../../src/paths'
import { asServer, test } from './admin-support'
import { layoutOf } from './layout-faults'
import { expect, open, publicPages } from './support'

// Every page is loaded once and measured under every condition.
test.describe.configure({ timeout: 60_000 })

type Condition = { name: string; width: number; text?: 200; forced?: true; still?: true }

const conditions: Condition[] = [
  { name: '320 px', width: 320 },
  { name: '390 px', width: 390 },
  { name: '1024 px', width: 1024 },
  { name: '1280 px', width: 1280 },
  { name: '2560 px', width: 2560 },
  { name: 'text at 200 %, 390 px', width: 390, text: 200 },
  { name: 'text at 200 %, 1280 px', width: 1280, text: 200 },
  { name: 'forced colours, 390 px', width: 390, forced: true },
  { name: 'forced colours and reduced motion, 1280 px', width: 1280, forced: true, still: true },
]

const NAMES = {
  arabic: 'مريم الحسيني 24',
  hebrew: 'שרה לוי (מהנדסת)',
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
}
const names = Object.values(NAMES)

const apply = async (page: Page, browser: CDPSession, { width, text, forced, still }: Condition) => {
  await page.setViewportSize({ width, height: 900 })
  await browser.send('Page.setFontSizes', { fontSizes: { standard: text ? 32 : 16, fixed: text ? 26 : 13 } })
  await page.emulateMedia({
    forcedColors: forced ? 'active' : 'none',
    reducedMotion: still ? 'reduce' : 'no-preference',
  })
  // What follows the width by script has done so.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** What the menus of the two areas hold, where there is no room for it beside them. */
const MENUS = {
  public: [
    ...navigation.map(({ label }) => `link ${label}`),
    "button Let's Talk",
    'link Get a Free Quote (opens in a new tab)',
  ],
  admin: [
    ...sections.map(({ label }) => `link ${label}`),
    'button Logout',
    'link User manager',
    'link Return to website',
  ],
}
const inMenus = Object.values(MENUS).flat()

/** Without the counts, which other tests change. */
const plain = (control: string) => control.replace(/ \([\d…][^)]*\)\d*\+?|, \d+ new/, '')

/** What only scripts can do; in place of each form a sentence says so. */
const NEED_SCRIPTS = [
  'Menu',
  "Let's Talk",
  'Cookie settings',
  'Pause the slides',
  ...[1, 2, 3, 4].map((picture) => `Show picture ${picture} of 4`),
  ...['Copy link', 'Print', 'Recipient e-mail address', 'Share card'],
  ...['Name', 'Email', 'Phone (optional)', 'Subject (optional)', 'Message', 'Send Message'],
  ...['Location', '1 star', '2 stars', '3 stars', '4 stars', '5 stars', 'Your testimonial', 'Submit Testimonial'],
  ...['Load more reviews'],
]
/** A photo is a button that opens it, or a link to it. */
const nameOf = (control: string) => control.slice(control.indexOf(' ') + 1)

/** Every fault of the page as it is open, under every condition; a control that is there under one is expected under all. */
const examine = async (page: Page, { below = Number.POSITIVE_INFINITY } = {}) => {
  const browser = await page.context().newCDPSession(page)
  const faults: string[] = []
  const seen = new Map<string, string[]>()
  for (const condition of conditions.filter(({ width }) => width < below)) {
    await apply(page, browser, condition)
    const layout = await layoutOf(page, { names })
    faults.push(...layout.faults.map((fault) => `${condition.name}: ${fault}`))
    seen.set(condition.name, layout.controls.map(plain))
  }
  const all = new Set([...seen.values()].flat())
  for (const [name, controls] of seen) {
    const elsewhere = controls.includes('button Menu') ? inMenus : ['button Menu']
    for (const control of all)
      if (!controls.includes(control) && !elsewhere.includes(control)) faults.push(`${name}: lost: ${control}`)
  }
  await browser.detach()
  return { faults, seen }
}

const faultsOf = async (...question: Parameters<typeof examine>) => (await examine(...question)).faults

const answerCookies = (page: Page) => page.addInitScript(() => localStorage.setItem('cookieConsent', 'rejected'))

for (const path of [...publicPages, '/no/such-page'])
  test(`${path} holds under every condition`, async ({ page, browser, baseURL, noise }) => {
    await answerCookies(page)
    await open(page, path)
    if (path === '/testimonials') await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
    const { faults, seen } = await examine(page)

    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const bare = await context.newPage()
    await bare.goto(path)
    for (const width of [320, 1280]) {
      await bare.setViewportSize({ width, height: 900 })
      const layout = await layoutOf(bare)
      faults.push(...layout.faults.map((fault) => `no JavaScript, ${width} px: ${fault}`))
      const left = [...layout.controls.map(nameOf), ...NEED_SCRIPTS]
      for (const control of (seen.get(`${width} px`) ?? []).map(nameOf))
        if (!left.includes(control)) faults.push(`no JavaScript, ${width} px: lost: ${control}`)
    }
    await context.close()
    expect(faults).toEqual([])
    if (path === '/no/such-page') noise.length = 0
  })

test('the question about cookies holds under every condition', async ({ page }) => {
  await open(page, '/terms-and-conditions')
  await expect(page.getByRole('region', { name: 'Cookie Consent' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

const PHONE = { width: 390, height: 844 }
for (const [what, path, show] of [
  ["'Let's Talk'", '/projects', (page: Page) => page.getByRole('button', { name: "Let's Talk" }).click()],
  ['a photo', '/projects?photo=4', () => Promise.resolve()],
] as const)
  test(`${what} holds under every condition`, async ({ page }) => {
    await answerCookies(page)
    await open(page, path)
    await show(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })

/** Opens the menu of a small screen; returns its faults, and what it lacks of what it takes in. */
const menuFaults = async (page: Page, path: string, items: string[]) => {
  await page.setViewportSize(PHONE)
  await open(page, path)
  await page.getByRole('button', { name: /^Menu/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const { faults, seen } = await examine(page, { below: 1024 })
  const held = seen.get('390 px') ?? []
  return [...faults, ...items.filter((item) => !held.includes(item)).map((item) => `not in the menu: ${item}`)]
}

test('the menu holds under every condition', async ({ page }) => {
  await answerCookies(page)
  expect(await menuFaults(page, '/', MENUS.public)).toEqual([])
})

const word = `word${randomUUID().slice(0, 8)}`
const letters = (name: string) => `${name}@${'long.'.repeat(20)}example.com`

const store = async (request: APIRequestContext): Promise<string> => {
  const post = (table: string, row: object) => asServer(request, 'POST', `/rest/v1/${table}`, row)
  const people = Object.values(NAMES)
  const reviews = ['pending', 'approved', 'rejected'].flatMap((status) =>
    people.map((name, index) => ({
      name,
      location: name,
      title: index % 2 ? null : `${name}!`,
      text: `${word} ${'unbroken'.repeat(40)} ${randomUUID()}`,
      rating: index + 1,
      email: letters(`${word}${index}`),
      status,
      verified: status === 'approved',
      thanks_failed_at: status === 'approved' && index === 0 ? new Date().toISOString() : null,
    })),
  )
  const [first] = (await post('reviews', reviews)) as [{ id: string; approval_hash: string }]
  const enquiry = { kind: 'contact', phone: '020 7946 0555', message: `${word}: ${'unbroken'.repeat(40)}` }
  await post(
    'enquiries',
    people.map((name, index) => ({ ...enquiry, name, subject: index ? name : '', email: letters(`${word}${index}`) })),
  )
  await post(
    'review_invitations',
    people.map((name, index) => ({
      name,
      location: name,
      email: letters(`${word}${index}`),
      token_hash: createHash('sha256').update(`${word}${name}`).digest('hex'),
    })),
  )
  return `/admin/approve-testimonial?id=${first.id}&hash=${first.approval_hash}`
}

let stored: Promise<string> | undefined
/** Stores reviews, enquiries and invitations of people with names that try the layout; returns the link to one review. */
const seed = (request: APIRequestContext): Promise<string> => {
  stored ??= store(request)
  return stored
}

const video = {
  id: '1',
  name: `${'longname'.repeat(8)}.mp4`,
  url: 'data:video/mp4;base64,AAAA',
  uploadDate: '21/11/2026',
}
const image = {
  id: '2',
  name: `${'longname'.repeat(8)}.png`,
  url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  uploadDate: '21/11/2026',
}

const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/Loading|Checking|Looking for/)).toHaveCount(0)
}

const tabs = (section: string, ...queries: string[]) =>
  queries.map((query) => `/admin/dashboard?section=${section}${query}`)
const screens = {
  overview: ['/admin/dashboard', '/admin/dashboard?tab=enquiries'],
  media: tabs('media', '', '&tab=images', '&tab=publish'),
  reviews: tabs('reviews', ...['pending', 'published', 'deleted', 'invitations'].map((tab) => `&tab=${tab}&q=${word}`)),
  email: tabs('email', '', '&tab=recaptcha', '&tab=test', '&tab=guide'),
  theme: tabs('theme', ''),
  users: ['/admin/user-manager', '/admin/reset-password'],
}

for (const [name, paths] of Object.entries(screens))
  test(`the administrator's ${name} hold under every condition`, async ({ adminPage: page, request, account }) => {
    await answerCookies(page)
    const links = name === 'overview' || name === 'reviews' ? [await seed(request)] : []
    if (name === 'users') await account('unbroken'.repeat(3))
    await page.evaluate(
      ([videos, images]) => {
        localStorage.setItem('adminVideos', videos)
        localStorage.setItem('projectImages', images)
      },
      [JSON.stringify([video]), JSON.stringify([image])] as const,
    )
    const faults: string[] = []
    for (const path of [...paths, ...links]) {
      await open(page, path)
      await settled(page)
      if (name === 'theme') {
        await page.getByRole('button', { name: 'not-found.tsx' }).click()
        await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
      }
      faults.push(...(await faultsOf(page)).map((fault) => `${path}, ${fault}`))
    }
    expect(faults).toEqual([])
  })

test('the way in holds under every condition', async ({ page }) => {
  await answerCookies(page)
  await open(page, '/admin/login')
  expect(await faultsOf(page)).toEqual([])
})

test("the administrator's dialogs hold under every condition", async ({ adminPage: page, request }) => {
  await answerCookies(page)
  await seed(request)
  const faults: string[] = []
  for (const [path, press] of [
    [tabs('reviews', '')[0], 'Ask for a review'],
    [tabs('reviews', `&tab=published&q=${word}`)[0], `Send thanks to ${NAMES.arabic}`],
    [tabs('reviews', `&tab=invitations&q=${word}`)[0], `Withdraw the invitation to ${NAMES.arabic}`],
    ['/admin/user-manager', 'Add user'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, path ?? '')
    await page.getByRole('button', { name: press }).first().click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    faults.push(...(await faultsOf(page)).map((fault) => `${press}, ${fault}`))
  }
  faults.push(...(await menuFaults(page, '/admin/dashboard', MENUS.admin)).map((fault) => `menu, ${fault}`))
  expect(faults).toEqual([])
})

test('names from right to left leave the page of the testimonials as it is', async ({ page, request }) => {
  await answerCookies(page)
  await seed(request)
  await open(page, '/testimonials')
  await page.getByRole('region', { name: 'From our customers' }).scrollIntoViewIfNeeded()
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

const button = (style: string, more = '') => `<button style="width:60px;height:30px;${style}" ${more}>Send</button>`
const faulty: [what: string, html: string, fault: RegExp][] = [
  ['text that is cut', '<p style="width:40px;overflow:hidden;white-space:nowrap">A long sentence</p>', /^cut: "A long/],
  ['a line that is cut', '<p style="height:8px;overflow:clip;font-size:20px">Sentence</p>', /^cut: "Sentence"/],
  [
    'an unexplained ellipsis',
    '<p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A long sentence</p>',
    /^cut/,
  ],
  ['text on text', '<p>One sentence</p><p style="margin-top:-30px">Another one</p>', /^overlap: "/],
  ['a page that is too wide', '<div style="width:2000px">Wide</div>', /^overflow: the page/],
  ['text beside the page', '<p style="position:absolute;left:-90px;width:200px">A sentence</p>', /^off the page: "A/],
  ['a page without words', '<img alt="">', /^empty/],
  ['controls on each other', button('') + button('margin-left:-30px'), /^overlap: control "Send"/],
  [
    'a control under something',
    `${button('')}<div style="position:fixed;inset:0">Words</div>`,
    /^covered: control "Send"/,
  ],
  ['a control that scrolling does not reach', button('position:fixed;top:-90px'), /^out of reach/],
  [
    'controls that are too small',
    button('width:12px;height:12px') + button('width:12px;height:12px'),
    /^small: "Send"/,
  ],
  [
    'a chosen one that looks like the others',
    `<nav>${button('background:#000', 'aria-current="true"')}${button('background:#fff')}</nav>`,
    /^no difference/,
  ],
  [
    'what moves all the same',
    '<style>@keyframes x{to{left:9px}}</style><p style="position:relative;animation:x 1s infinite">Words</p>',
    /^moves/,
  ],
  ['a sentence that a name turns round', '<p>By שרה, 5 stars</p>', /^turned round/],
]

test('the measuring finds every kind of fault, and none where there is none', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const [what, html, fault] of faulty) {
    await page.setContent(html)
    const { faults } = await layoutOf(page, { names: ['שרה'] })
    expect(faults, what).toContainEqual(expect.stringMatching(fault))
  }
  await page.setContent(`<nav>${button('text-decoration:underline', 'aria-current="true"')} ${button('')}</nav>
    <p title="A long sentence" style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A long sentence</p>
    <p>By <bdi>שרה</bdi>, 5 stars, says <a href="/">a link</a> in a sentence.</p>`)
  expect(await layoutOf(page, { names: ['שרה'] })).toEqual({ faults: [], controls: ['button Send', 'link a link'] })
})
