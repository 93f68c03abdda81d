import type { Page } from 'playwright/test'
import { violations } from './accessibility'
import { expect, injectSession, open } from './admin-support'
import { giveFiles, type MadeFile } from './media-files'
import { test } from './separate-site'
import { holdBack, PHONE } from './support'

const PLACE = '/admin/dashboard?section=media&tab=projects'
test.use({ viewport: PHONE })

const photograph = (index: number): MadeFile => ({
  kind: 'image',
  name: `${index}-trial-pit-${index}.jpg`,
  // The first is larger than the largest stored size.
  ...(index === 1 ? { width: 2700, height: 1800 } : { width: 1200 + 100 * index, height: 900 }),
  turned: index === 3,
})
const photographs = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem')
const projects = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('listitem')

const begin = async (page: Page) => {
  await open(page, PLACE)
  await page.getByRole('button', { name: 'Add project' }).click()
  await expect(page.getByText('Nothing entered yet.')).toBeVisible()
}

// In Firefox, React misses the input of `fill`.
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(text)
}
const enterWords = async (page: Page, title: string) => {
  const words = { Title: title, Location: 'Camden', Summary: 'A dry cellar.', Description: 'We dug.' }
  for (const [label, text] of Object.entries(words)) await type(page, label, text)
  for (const [label, value] of Object.entries({ 'Month completed': '03', 'Year completed': '2025' }))
    await page.getByLabel(label).evaluate((select: HTMLSelectElement, chosen: string) => {
      select.value = chosen
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, value)
}

const areSaved = async (page: Page) => {
  await expect(page.getByText(/^(Processing|Uploading|Not uploaded)/)).toHaveCount(0, { timeout: 40_000 })
  await expect(page.getByText(/^Saved at /)).toBeVisible()
}

const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
}
const isLive = (page: Page) => expect(page.getByText('It’s live for all visitors.')).toBeVisible()

test('the owner begins a project on a phone and finishes it on a computer', { tag: '@every-browser' }, async ({
  adminPage,
  anotherPage: page,
  admin,
}) => {
  await adminPage.setViewportSize(PHONE)
  await page.setViewportSize({ width: 1440, height: 900 })
  await begin(adminPage)
  await enterWords(adminPage, 'Under two mews')
  await giveFiles(adminPage, [1, 2].map(photograph))
  await expect(photographs(adminPage)).toHaveCount(2)
  await areSaved(adminPage)
  await injectSession(page, admin.session)
  await open(page, await adminPage.evaluate(() => location.href))
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Under two mews')
  await expect(photographs(page)).toHaveCount(2)
  const first = photographs(page).first().locator('img')
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await type(page, 'Services (optional)', 'Piling')
  await publish(page)
  await isLive(page)
  await expect(page.getByRole('link', { name: /^View \/project/ })).toHaveAttribute('href', '/project/under-two-mews')
})

test('the owner previews a project and publishes it at the top of the list', async ({ adminPage: page }) => {
  await begin(page)
  await enterWords(page, 'A café beneath Camden')
  await giveFiles(page, [1, 2, 3].map(photograph))
  await expect(photographs(page)).toHaveCount(3)
  await areSaved(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'On a computer' }).click()
  const preview = page.frameLocator('iframe[title="On a computer, 1,440 pixels wide"]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A café beneath Camden')
  expect(await preview.locator('html').evaluate((html) => html.clientWidth)).toBe(1440)
  await page.getByRole('button', { name: 'Close' }).click()
  await publish(page)
  await isLive(page)
  await page.getByRole('button', { name: 'All projects' }).click()
  const first = projects(page).first()
  await expect(first).toContainText('A café beneath Camden')
  await expect(first).toContainText('Published')
  await expect(first.locator('img')).toHaveJSProperty('naturalWidth', 480)
  expect(await violations(page)).toEqual([])
})

test.describe('temporary loss of the connection', () => {
  // The page answers 404 until the next build, and WebKit words aborted calls differently.
  test.use({ expectedNoise: /Failed to load resource|no-response|Cannot load|NetworkError/ })

  test('photos chosen offline are published upright, and a disguised SVG is refused', {
    tag: '@every-browser',
  }, async ({ adminPage: page }) => {
    await begin(page)
    await type(page, 'Title', 'U')
    await expect(page.getByText(/^Saved at /)).toBeVisible()
    await page.context().setOffline(true)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'
    const drawing = { kind: 'text', name: '../../plan.jpg', type: 'image/jpeg', text: svg } as const
    await giveFiles(page, [drawing, photograph(2), photograph(3)])
    await expect(page.getByText('plan.jpg can’t be read by this browser')).toBeVisible()
    await enterWords(page, 'nder a mews')
    await expect(page.getByText(/^Not saved yet: no connection/)).toBeVisible()
    await expect(page.getByText(/^Not uploaded yet/)).toHaveCount(2)
    await page.context().setOffline(false)
    await areSaved(page)
    await page.context().setOffline(true)
    await publish(page)
    await expect(page.getByText(/^Not published yet: no connection/)).toBeVisible()
    await page.context().setOffline(false)
    await isLive(page)
    await page.goto('/project/under-a-mews')
    await expect(page.getByRole('heading', { level: 1, name: 'Under a mews' })).toBeVisible()
    const images = page.locator('main li img')
    await expect(images).toHaveCount(2)
    await images.nth(1).scrollIntoViewIfNeeded()
    const isUpright = (image: HTMLImageElement) => image.naturalHeight > 1.5 * image.naturalWidth
    await expect.poll(() => images.nth(1).evaluate(isUpright)).toBe(true)
    const widths = (image: HTMLImageElement) =>
      Promise.all(
        image.srcset.split(', ').map(async (candidate) => {
          const [url = '', width = ''] = candidate.split(' ')
          const file = Object.assign(new Image(), { src: url })
          await file.decode()
          return [`${file.naturalWidth}w`, width]
        }),
      )
    for (const [has, stated] of await images.nth(1).evaluate(widths)) expect(has).toBe(stated)
  })

  test('unsynced project changes survive leaving the page and sync from any dashboard section', async ({
    adminPage: page,
    owner,
  }) => {
    const stored = async (title: string) => (await owner.drafts()).find(({ draft }) => draft.title === title)?.draft
    await begin(page)
    await type(page, 'Title', 'Left alone')
    await areSaved(page)
    const place = page.url()
    await page.route('**/rpc/save_project', (route) => route.abort())
    await page.route('**/storage/v1/object/**', (route) => route.abort())
    await type(page, 'Location', 'Camden')
    // With this size no other test has stored the file.
    await giveFiles(page, [{ kind: 'image', name: 'pit.jpg', width: 2222, height: 1500 }])
    await expect(page.getByText(/^Not uploaded yet/)).toBeVisible()
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.getByRole('button', { name: 'Add project' }).click()
    await type(page, 'Title', 'Never sent')
    // The browser stores the last letters shortly after they are typed.
    await expect(page.getByText(/^Not saved yet: no connection/)).toBeVisible()
    await page.goto(place)
    await expect(page.getByLabel('Location')).toHaveValue('Camden')
    await expect(photographs(page)).toHaveCount(1)
    await expect(page.getByRole('alert').filter({ hasText: 'while you were editing' })).toHaveCount(0)
    await page.goto('/robots.txt')
    await page.unrouteAll()
    await open(page, '/admin/dashboard')
    await expect.poll(() => stored('Never sent')).toBeTruthy()
    const files = async () => Object.values((await stored('Left alone'))?.photographs ?? {})[0]?.picture?.files ?? []
    await expect.poll(files).not.toEqual([])
    expect(await stored('Left alone')).toMatchObject({ location: 'Camden' })
  })
})

test('two tabs upload each file once and keep the latest text', async ({ adminPage: page, context, owner }) => {
  await begin(page)
  await type(page, 'Title', 'Two tabs')
  await areSaved(page)
  const tab = await context.newPage()
  await open(tab, page.url())
  await expect(tab.getByLabel('Title', { exact: true })).toHaveValue('Two tabs')
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/site-media/')) sent.push(request.url())
  })
  const letGo = await holdBack(page, /storage\/v1\/object\/site-media/)
  const pits = [2340, 2350].map((width) => ({ kind: 'image', name: `pit-${width}.jpg`, width, height: 1200 }) as const)
  await giveFiles(page, pits)
  await type(tab, 'Location', 'Camden')
  const words = 'We dug by hand, in bays of a metre, and poured the same day.'
  await page.getByLabel('Description', { exact: true }).focus()
  await page.keyboard.type(words, { delay: 30 })
  letGo()
  for (const one of [page, tab]) {
    await areSaved(one)
    await expect(one.getByLabel('Location', { exact: true })).toHaveValue('Camden')
    await expect(one.getByLabel('Description', { exact: true })).toHaveValue(words)
    await expect(photographs(one)).toHaveCount(2)
  }
  expect(sent).toHaveLength(new Set(sent).size)

  const letSave = await holdBack(page, /rpc\/save_project/)
  await type(page, 'Title', ', the first')
  await expect(tab.getByLabel('Title', { exact: true })).toHaveValue('Two tabs, the first')
  await type(tab, 'Title', ', and the second')
  await areSaved(tab)
  letSave()
  for (const one of [page, tab]) {
    await areSaved(one)
    // The window otherwise polls every 30 seconds.
    await one.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
    await expect(one.getByLabel('Title', { exact: true })).toHaveValue('Two tabs, the first, and the second')
    await expect(one.getByRole('button', { name: 'Keep mine' })).toHaveCount(0)
  }
  const titles = (await owner.drafts()).map(({ draft }) => draft.title)
  expect(titles).toContain('Two tabs, the first, and the second')
})

test('saves text when the back/forward cache interrupts storing it', async ({ adminPage: page, owner }) => {
  await begin(page)
  await type(page, 'Title', 'Frozen')
  await areSaved(page)
  const letSave = await holdBack(page, /rpc\/save_project/)
  await page.getByLabel('Title', { exact: true }).evaluate((field: HTMLInputElement) => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...record) {
      IDBObjectStore.prototype.put = put
      const request = put.apply(this, record)
      for (const name of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      return request
    }
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setValue?.call(field, 'Frozen and back')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(page.getByText('Saving...')).toBeVisible()
  letSave()
  await areSaved(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Frozen and back')
  expect((await owner.drafts()).map(({ draft }) => draft.title)).toContain('Frozen and back')
})

test('text reaches the server even if the page is left during the request', async ({ adminPage: page, owner }) => {
  await begin(page)
  const titles = async () => (await owner.rpc<{ title: string }[]>('admin_portfolio')).map(({ title }) => title)
  // Leaving a page ends requests without `keepalive`.
  await page.route('**/rpc/save_project', async (route) => {
    await page.waitForURL('**/robots.txt')
    await route.continue()
  })
  await type(page, 'Title', 'Typed and gone')
  await page.goto('/robots.txt')
  await expect.poll(titles).toContain('Typed and gone')
})
