import { expect, open, test } from './support'

test('the theme editor carries its samples, and the source of no other file', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url())
  })
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('adminAuth', 'true'))
  await open(page, '/admin/dashboard?section=theme')
  await page.getByRole('button', { name: 'projects.tsx' }).press('Enter')
  await expect(page.getByText('File content not available')).toBeVisible()
  // Fetched once more: the browser keeps no body of what it only fetched ahead.
  const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))
  const code = texts.join('')
  expect(code).toContain('src/pages/projects.tsx')
  expect(code).not.toContain("from '@/components/")
})
