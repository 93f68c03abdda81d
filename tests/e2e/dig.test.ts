import { expect, open, test } from './support'

const steps = ['Look', 'Hold', 'Dig', 'Line']

test.describe('how a basement is built', () => {
  test('stays one picture while its steps pass, each fading into the next', {
    tag: ['@every-browser', '@wide'],
  }, async ({ page }) => {
    await open(page, '/')
    const list = page.getByRole('list', { name: 'How a basement is built' })
    const pictures = list.getByRole('listitem').locator('.dig-picture')
    const tops: number[] = []
    const opacities = () => pictures.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))
    for (const [index, step] of steps.entries()) {
      await list.getByRole('heading', { name: step }).evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
      const shown = steps.map((_, other) => (other === 0 || other <= index ? '1' : '0'))
      await expect.poll(opacities).toEqual(shown)
      tops.push(await pictures.nth(index).evaluate((picture) => Math.round(picture.getBoundingClientRect().top)))
    }
    expect(new Set(tops).size).toBe(1)
    // No picture before its words.
    await list.getByRole('heading', { name: 'Dig' }).evaluate((heading) => heading.scrollIntoView({ block: 'end' }))
    await expect.poll(opacities).toEqual(['1', '1', '0', '0'])
  })

  for (const [name, options] of [
    ['without scripts', { javaScriptEnabled: false }],
    ['for those who want no motion', { contextOptions: { reducedMotion: 'reduce' } }],
  ] as const)
    test.describe(name, () => {
      test.use(options)

      test('is a list of four pictures', async ({ page }) => {
        await page.goto('/')
        const items = page.getByRole('list', { name: 'How a basement is built' }).getByRole('listitem')
        await expect(items.getByRole('img')).toHaveCount(4)
        const boxes = await Promise.all(steps.map((_, index) => items.nth(index).getByRole('img').boundingBox()))
        expect(new Set(boxes.map((box) => `${box?.x} ${box?.y}`)).size).toBe(4)
      })
    })
})
