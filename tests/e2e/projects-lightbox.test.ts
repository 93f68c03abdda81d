import { violations } from './accessibility'
import { counter, dialog, imageCards, inView, openImage, refuseCookies, settled } from './lightbox-support'
import { expect, faded, open, test } from './support'

test.beforeEach(({ page }) => refuseCookies(page))

test('buttons, keys and the ends of the row lead round, and the counter follows', { tag: '@every-browser' }, async ({
  page,
}) => {
  await openImage(page, 1)
  await counter(page, '1 / 13')
  await dialog(page).getByRole('button', { name: 'Previous photo' }).click()
  await counter(page, '13 / 13')
  await expect(page).toHaveURL(/\?photo=13$/)
  await page.keyboard.press('ArrowRight')
  await counter(page, '1 / 13')
  // As fast as a finger: no press may be lost while the images still move.
  for (let press = 0; press < 5; press++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(120)
  }
  await counter(page, '6 / 13')
  await expect(page).toHaveURL(/\?photo=6$/)
  await page.keyboard.press('End')
  await counter(page, '13 / 13')
  await page.keyboard.press('Home')
  await counter(page, '1 / 13')
})

test('the next photo is there, decoded, before it is asked for', async ({ page }) => {
  await openImage(page, 1)
  await settled(page)
  const asked: string[] = []
  const next = await dialog(page)
    .locator('img')
    .nth(2)
    .evaluate((image: HTMLImageElement) => [image.complete, image.currentSrc] as const)
  expect(next[0]).toBe(true)
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('ArrowRight')
  const shown = () => inView(page).evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)
  await expect.poll(shown).toBe(next[1])
  expect(asked).not.toContain(next[1])
})

test('Escape, the close button, the dark around the photo and the back button close, and nothing has moved', {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'View all projects' }).click()
  const card = imageCards(page).nth(7)
  await expect(card).toBeVisible()
  await faded(page)
  await card.scrollIntoViewIfNeeded()
  const place = () => card.evaluate((element) => element.getBoundingClientRect().toJSON())
  const before = await place()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(120, 250),
    () => page.mouse.dblclick(120, 250),
    () => page.goBack(),
  ]) {
    await card.click()
    await expect(dialog(page)).toBeVisible()
    expect(await place()).toEqual(before)
    await close()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/projects')
    await expect(card).toBeFocused()
    expect(await place()).toEqual(before)
  }
  // Five times open, five times closed: going back once leads home.
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the lightbox fades out before it goes', async ({ page }) => {
  await openImage(page, 1)
  await settled(page)
  const fade = dialog(page).evaluate(
    (element: HTMLElement) =>
      new Promise<string>((resolve) => {
        element.addEventListener('transitionrun', ({ propertyName }) =>
          resolve(`${propertyName} ${getComputedStyle(element).transitionDuration}`),
        )
        element.querySelector<HTMLElement>('[aria-label=Close]')?.click()
      }),
  )
  expect(await fade).toBe('opacity 0.14s')
  await expect(dialog(page)).toBeHidden()
})

test('the second half of a double click opens nothing', async ({ page }) => {
  await open(page, '/projects')
  await imageCards(page).nth(2).dispatchEvent('click', { detail: 2 })
  await expect(page).toHaveURL('/projects')
  await imageCards(page).nth(2).dispatchEvent('click', { detail: 1 })
  await counter(page, '3 / 13')
})

test('a click on words or controls does not close', async ({ page }) => {
  await openImage(page, 3)
  await dialog(page).getByRole('heading', { name: 'Project Details' }).click()
  await dialog(page).getByText('Model view').click()
  await counter(page, '3 / 13')
})

test('the focus never leaves, and goes back to the card of the last photo, in view', async ({ page }) => {
  await openImage(page, 2)
  const reached = new Set<string | undefined>()
  for (let press = 0; press < 9; press++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.localName))
  }
  // The body is where the controls of the browser itself come in.
  expect(reached).toEqual(new Set(['Zoom in', 'Close', 'Previous photo', 'Next photo', 'body']))
  await dialog(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('End')
  await counter(page, '13 / 13')
  await page.keyboard.press('Escape')
  await expect(imageCards(page).nth(12)).toBeFocused()
  await expect(imageCards(page).nth(12)).toBeInViewport({ ratio: 0.9 })
})

test('a URL with a photo opens it, and closing stays on the page', async ({ page }) => {
  await open(page, '/project/mayfair-basement?photo=18')
  await counter(page, '18 / 18')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/project/mayfair-basement')
  await open(page, '/project/mayfair-basement?photo=19')
  await expect(page).toHaveURL('/project/mayfair-basement')
  await expect(dialog(page)).toBeHidden()
})

for (const [id, count] of [
  ['mayfair-basement', 18],
  ['traditional-underpinning', 17],
  ['hampstead-basement', 17],
  ['farringdon-basement', 17],
  ['feltham-basement', 7],
] as const)
  test(`${id} shows its ${count} stages`, async ({ page }) => {
    await openImage(page, count, `/project/${id}`)
    await expect(imageCards(page)).toHaveCount(count)
    await counter(page, `${count} / ${count}`)
    await page.keyboard.press('ArrowRight')
    await counter(page, `1 / ${count}`)
  })

test('a double click zooms in on its point, a drag moves the photo, wheel, keys and button zoom', async ({ page }) => {
  await openImage(page, 3)
  await settled(page)
  const whole = await inView(page).boundingBox()
  if (!whole) throw new Error('There is no image')
  const point = { x: whole.x + whole.width * 0.75, y: whole.y + whole.height * 0.5 }
  const box = async () => {
    await settled(page)
    return inView(page).boundingBox()
  }
  await page.mouse.dblclick(point.x, point.y)
  const enlarged = await box()
  expect(enlarged?.width).toBeCloseTo(whole.width * 2, 0)
  expect(((point.x - (enlarged?.x ?? 0)) / whole.width) * 0.5).toBeCloseTo(0.75, 1)
  // Later than a further click would count as a double one.
  await page.waitForTimeout(500)
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  await page.mouse.move(point.x + 60, point.y + 40, { steps: 4 })
  await page.mouse.up()
  const moved = await box()
  expect(moved?.x).toBeCloseTo((enlarged?.x ?? 0) + 60, 0)
  await counter(page, '3 / 13')
  await dialog(page).getByRole('button', { name: 'Zoom out' }).click()
  expect((await box())?.width).toBeCloseTo(whole.width, 0)
  await page.keyboard.press('+')
  expect((await box())?.width).toBeCloseTo(whole.width * 2, 0)
  await page.keyboard.press('-')
  expect((await box())?.width).toBeCloseTo(whole.width, 0)
  await page.mouse.move(point.x, point.y)
  await page.mouse.wheel(0, -50)
  await expect.poll(async () => (await box())?.width).toBeCloseTo(whole.width * 1.5, 0)
  await dialog(page).getByRole('button', { name: 'Next photo' }).click()
  await counter(page, '4 / 13')
  expect((await box())?.width).toBeCloseTo(whole.width, 0)
  await expect(dialog(page).getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

test('a photo whose viewer cannot be loaded opens as a file', async ({ page, noise }) => {
  await page.route(/\/assets\/lightbox-/, (route) => route.abort())
  await open(page, '/projects')
  await imageCards(page).first().click()
  await expect(page).toHaveURL(/\/pictures\/gallery\/.*-1280\.webp$/)
  noise.length = 0
})

for (const width of [390, 1440])
  test(`the open lightbox is accessible at ${width} px, its targets large enough, nothing cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openImage(page, 4, '/project/mayfair-basement')
    await settled(page)
    expect(await violations(page)).toEqual([])
    for (const button of await dialog(page).getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    await expect(dialog(page).getByText('Model view')).toBeInViewport({ ratio: 1 })
  })

test('the page keeps its width when its scrollbar goes', async ({ playwright, launchOptions, baseURL }) => {
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, ...(baseURL && { baseURL }) })
  await refuseCookies(page)
  await open(page, '/projects')
  expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })
  const before = await heading.boundingBox()
  await imageCards(page).first().focus()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  await browser.close()
})
