import { paths } from '@/paths'
import { expect, open, test } from './support'

test('a question leads into the terms and back without another document', { tag: '@every-browser' }, async ({
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

test('paper shows the answers of questions that nobody opened', async ({ page }) => {
  await open(page, paths.home.href)
  const answer = page.getByText('Small cracks can happen')
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
})
