import type { Locator } from 'playwright'
import { expect, open, test } from './support'

const steps = ['1. Look', '2. Hold', '3. Hold again', '4. Dig', '5. Line']

test('the dig picture stays beside the current step while the visitor scrolls', {
  tag: ['@every-browser', '@wide'],
}, async ({ page }) => {
  await open(page, '/')
  const list = page.getByRole('list', { name: 'How a basement is built' })
  const pictures = list.getByRole('listitem').locator('.dig-picture')
  const heading = (name: string) => list.getByRole('heading', { name, exact: true })
  const topOf = (element: Locator) => element.evaluate((one) => Math.round(one.getBoundingClientRect().top))
  const scrollTo = (step: string, at: number) =>
    heading(step).evaluate((words, at) => {
      const { top = 0 } = words.closest('.dig-words')?.getBoundingClientRect() ?? {}
      scrollBy({ top: top - at, behavior: 'instant' })
    }, at)
  const tops: number[] = []
  const opacities = () => pictures.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))
  const held = await pictures.first().evaluate((picture) => Number.parseFloat(getComputedStyle(picture).top))
  const height = await page.evaluate(() => innerHeight)
  for (const [index, step] of steps.entries()) {
    await scrollTo(step, held)
    const shown = steps.map((_, other) => (other === 0 || other <= index ? '1' : '0'))
    await expect.poll(opacities).toEqual(shown)
    const top = await topOf(pictures.nth(index))
    expect(Math.abs((await topOf(heading(step))) - top)).toBeLessThanOrEqual(1)
    tops.push(top)
  }
  expect(new Set(tops).size).toBe(1)
  await scrollTo('4. Dig', height - 60)
  await expect.poll(opacities).toEqual(['1', '1', '1', '0', '0'])
})

for (const [name, options] of [
  ['without JavaScript', { javaScriptEnabled: false }],
  ['with reduced motion', { reducedMotion: 'reduce' }],
] as const)
  test(`the dig shows five separate pictures ${name}`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ ...(baseURL && { baseURL }), ...options })
    await page.goto('/')
    const items = page.getByRole('list', { name: 'How a basement is built' }).getByRole('listitem')
    await expect(items.getByRole('img')).toHaveCount(5)
    const boxes = await Promise.all(steps.map((_, index) => items.nth(index).getByRole('img').boundingBox()))
    expect(new Set(boxes.map((box) => `${box?.x} ${box?.y}`)).size).toBe(5)
    await page.close()
  })
