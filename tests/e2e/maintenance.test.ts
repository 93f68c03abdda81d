import type { Page } from 'playwright/test'
import { ACCESS_CODE } from '../../src/domain/access-code'
import { expectAccessible } from './accessibility'
import { expect, open, test } from './support'

const enter = async (page: Page, code: string) => {
  await page.getByLabel('Password').fill(code)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

test('the maintenance page opens with its password, stays open for the session and in no other', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/maintenance')
  await enter(page, '1234')
  await expect(page.getByRole('alert')).toHaveText('Invalid password')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByLabel('Password')).toBeFocused()
  await enter(page, ACCESS_CODE)
  await expect(page.getByText('Access granted')).toBeVisible()
  await expect(page.getByText('Storage 68% Free')).toBeVisible()
  expect(page.url()).not.toContain('?')

  await page.reload()
  await expect(page.getByText('Website Online')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Website' }).click()
  await expect(page).toHaveURL('/')

  const stranger = await browser.newPage({ ...(baseURL && { baseURL }) })
  await open(stranger, '/maintenance')
  await expect(stranger.getByLabel('Password')).toBeEnabled()
  await expect(stranger.getByText('Website Online')).toBeHidden()
  await stranger.close()
})

test('the maintenance page is accessible and fits its width, refused and unlocked', async ({ page }) => {
  await open(page, '/maintenance')
  await enter(page, 'no')
  await expectAccessible(page, 'refused')
  await enter(page, ACCESS_CODE)
  await expect(page.getByRole('heading', { name: 'Status' })).toBeFocused()
  // Messages are judged elsewhere, and not while they fade.
  await expect(page.getByText('Access granted')).toBeVisible()
  await expect(page.getByText('Access granted')).toBeHidden()
  await expectAccessible(page, 'unlocked')
})
