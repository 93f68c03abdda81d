import { paths } from '@/paths'
import { expect, open, test } from './support'

test('a question links to the terms and back without reloading the page', { tag: '@every-browser' }, async ({
  page,
}) => {
  await open(page, paths.home.href)
  await page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
  const question = page.getByText('How long does it take?')
  const link = page.getByRole('link', { name: 'Terms: services' }).first()
  await question.click()
  await link.click()
  await expect(page.locator('#services')).toBeFocused()
  await page.goBack()
  await expect(question).toBeInViewport()
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('the price guide link works each time it is followed', { tag: '@every-browser' }, async ({ page }) => {
  await open(page, paths.home.href)
  const link = page.getByRole('link', { name: 'What would yours cost?' })
  const guide = page.getByRole('heading', { name: 'What it costs and how long it takes' })
  for (const _ of [1, 2, 3]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await link.click()
    await expect(guide).toBeInViewport()
    await expect(guide).toBeFocused()
  }
  // In Firefox, Playwright misses same-document navigations.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/$/)
  await page.evaluate(() => history.forward())
  await expect(guide).toBeInViewport()
})
