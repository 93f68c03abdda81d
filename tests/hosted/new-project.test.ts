import { defaultAdmin } from '../../src/admin/session/default-admin'
import { expect, open, test } from '../e2e/support'

test('pages are served by the Cloudflare Pages server with its cache headers', async ({ page }) => {
  // Wrangler needs a network and its own Node version. Vite's preview, its stand-in, lacks the host's rules.
  test.skip(Boolean(process.env.PAGES_MISSING), process.env.PAGES_MISSING)
  const answer = await page.goto('/projects')
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'public, max-age=0, must-revalidate' })
})

test('the owner sets up the default admin and must choose a new password', async ({ page }) => {
  await open(page, '/admin/login')
  await page.getByRole('button', { name: 'Setup Admin' }).click()
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByText('Admin account created successfully')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(defaultAdmin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await page.getByLabel('Confirm new password').fill('three clay pipes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
