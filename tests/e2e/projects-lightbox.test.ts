import { counter, dialog, imageCards, inView, openImage, waitForSlide } from './lightbox-support'
import { expect, open, refuseCookies, test, waitForFade } from './support'

test.beforeEach(({ page }) => refuseCookies(page))

test('the lightbox loses no key press while photos are still sliding', { tag: '@every-browser' }, async ({ page }) => {
  await openImage(page, 1)
  await dialog(page).getByRole('button', { name: 'Previous photo' }).click()
  await counter(page, '13 / 13')
  for (let number = 1; number <= 6; number++) {
    // A slide takes 200 ms, and the library accepts one key press every 100 ms.
    await page.waitForTimeout(120)
    await page.keyboard.press('ArrowRight')
    await counter(page, `${number} / 13`)
  }
  await expect(page).toHaveURL(/\?photo=6$/)
  await page.keyboard.press('Home')
  await counter(page, '1 / 13')
})

test('the lightbox opens a photo by URL, preloads the next and fades on closing', async ({ page }) => {
  await open(page, '/project/mayfair-basement?photo=17')
  await counter(page, '17 / 18')
  await waitForSlide(page)
  const images = dialog(page).locator('img')
  const stateOf = (image: HTMLImageElement) => ({ isThere: image.complete, url: image.currentSrc })
  await expect.poll(() => images.nth(2).evaluate(stateOf)).toMatchObject({ isThere: true })
  const next = await images.nth(2).evaluate(stateOf)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => inView(page).evaluate(stateOf)).toEqual(next)
  expect(asked).not.toContain(next.url)
  await waitForSlide(page)
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
  await expect(page).toHaveURL('/project/mayfair-basement')
})

test('Escape, Close, the backdrop and Back close the lightbox without moving the page', {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'View all projects' }).click()
  const card = imageCards(page).nth(7)
  await expect(card).toBeVisible()
  await waitForFade(page)
  await card.scrollIntoViewIfNeeded()
  const place = () => card.evaluate((element) => element.getBoundingClientRect().toJSON())
  const before = await place()
  const twice = () => page.mouse.dblclick(120, 250)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(120, 250),
    twice,
    () => page.goBack(),
  ]) {
    await card.click()
    await expect(dialog(page)).toBeVisible()
    expect(await place()).toEqual(before)
    await close()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/projects')
    expect(await place()).toEqual(before)
    // The second click hits the page after the fade, and takes the focus away.
    if (close !== twice) await expect(card).toBeFocused()
  }
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('clicking text keeps the lightbox open, and closing it focuses the last photo', async ({ page }) => {
  await open(page, '/projects')
  await imageCards(page).nth(2).dispatchEvent('click', { detail: 2 })
  await expect(page).toHaveURL('/projects')
  await imageCards(page).nth(2).dispatchEvent('click', { detail: 1 })
  await dialog(page).getByRole('heading', { name: 'Project Details' }).click()
  await dialog(page).getByText('Model view').click()
  await counter(page, '3 / 13')
  const reached = new Set<string | undefined>()
  for (let press = 0; press < 9; press++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.localName))
  }
  // The browser's own controls appear as the body.
  expect(reached).toEqual(new Set(['Zoom in', 'Close', 'Previous photo', 'Next photo', 'body']))
  await dialog(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('End')
  await counter(page, '13 / 13')
  await page.keyboard.press('Escape')
  await expect(imageCards(page).nth(12)).toBeFocused()
  await expect(imageCards(page).nth(12)).toBeInViewport({ ratio: 0.9 })
})

test('a visitor zooms a photo by double click, wheel, keys or button, and pans', async ({ page }) => {
  await openImage(page, 3)
  await waitForSlide(page)
  const whole = await inView(page).boundingBox()
  if (!whole) throw new Error('There is no image')
  const point = { x: whole.x + whole.width * 0.75, y: whole.y + whole.height * 0.5 }
  const box = async () => {
    await waitForSlide(page)
    return inView(page).boundingBox()
  }
  const expectZoom = (factor: number) =>
    expect.poll(async () => ((await box())?.width ?? 0) / whole.width).toBeCloseTo(factor, 2)
  await page.mouse.dblclick(point.x, point.y)
  await expectZoom(2)
  const enlarged = await box()
  expect(((point.x - (enlarged?.x ?? 0)) / whole.width) * 0.5).toBeCloseTo(0.75, 1)
  // Sooner, the press would count as a double click.
  await page.waitForTimeout(500)
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  await page.mouse.move(point.x + 60, point.y + 40, { steps: 4 })
  await page.mouse.up()
  expect((await box())?.x).toBeCloseTo((enlarged?.x ?? 0) + 60, 0)
  await counter(page, '3 / 13')
  for (const [zoom, factor] of [
    [() => dialog(page).getByRole('button', { name: 'Zoom out' }).click(), 1],
    [() => page.keyboard.press('+'), 2],
    [() => page.keyboard.press('-'), 1],
    [() => page.mouse.move(point.x, point.y).then(() => page.mouse.wheel(0, -50)), 1.5],
  ] as const) {
    await zoom()
    await expectZoom(factor)
  }
  await dialog(page).getByRole('button', { name: 'Next photo' }).click()
  await counter(page, '4 / 13')
  await expectZoom(1)
  await expect(dialog(page).getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

test('the page keeps its width when the lightbox hides the scrollbar', async ({ pageWithScrollbar }) => {
  const page = await pageWithScrollbar({ width: 1200, height: 800 })
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
})
