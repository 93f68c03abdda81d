import { expect, open, test } from './support'

test('the build carries samples only, of which one is edited and saved by keyboard alone, and nothing is kept', async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url())
  })
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('adminAuth', 'true'))
  await open(page, '/admin/dashboard?section=theme')
  await page.getByRole('button', { name: 'projects.tsx' }).click()
  await expect(page.getByText('File content not available')).toBeVisible()
  // Fetched once more: the browser keeps no body of what it only fetched ahead.
  const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))
  const code = texts.join('')
  expect(code).toContain('src/pages/projects.tsx')
  expect(code).not.toContain("from '@/components/")

  await page.locator('summary', { hasText: 'src/components' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'picture.tsx' })).toBeHidden()
  await page.getByRole('button', { name: 'not-found.tsx' }).focus()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('button', { name: 'Edit' })
  await expect(edit).toBeVisible()
  while (!(await edit.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Edit src/pages/not-found.tsx' })).toBeFocused()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine ')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('File saved: src/pages/not-found.tsx')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'not-found.tsx' }).click()
  await expect(page.getByRole('region', { name: /^Content of/ })).not.toContainText('// mine')
})
