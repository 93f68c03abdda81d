import type { APIRequestContext, Page } from 'playwright/test'
import { emailedLink } from '../support/backend-users'
import { generateCode } from '../support/two-factor'
import { choosePassword, expect, open, sendLogin, signIn, test } from './admin-support'
import { keys } from './support'

// Wrong codes fail, and navigation aborts a request of the auth client.
test.use({ expectedNoise: /Failed to load resource|^(?:Error|TypeError: Load failed)$/ })

const typeCode = async (page: Page, secret: string, request: APIRequestContext) => {
  expect((await request.get('/__forget-codes')).ok()).toBe(true)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type(generateCode({ secret }))
}

test('an administrator sets up a second factor and needs a code after every password', {
  tag: '@every-browser',
}, async ({ page, account, request, mailbox }) => {
  const owner = await account('careful')
  await signIn(page, owner)
  await open(page, '/admin/user-manager')
  await page.getByRole('button', { name: 'Set up', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Phone')
  await dialog.getByLabel('Name').press('Enter')
  const secret = await dialog.locator('code').evaluate((key) => key.textContent.replaceAll(' ', ''))
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type('000000')
  await expect(dialog.getByText(/^That code is incorrect or has expired.*clock/)).toBeVisible()
  await typeCode(page, secret, request)
  await expect(page.getByText(`It’s listed in your app as “Stratum Groundworks (${owner.email})”.`)).toBeVisible()
  await expect(page.getByText('Two-factor authentication: on')).toBeVisible()
  await expect.poll(async () => (await mailbox.to(owner.email)).length).toBe(1)

  await page.evaluate(() => localStorage.clear())
  await open(page, '/admin/login')
  await sendLogin(page, owner)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('adminAuth'))).toBeNull()
  await page.goto('/admin/approve-testimonial?id=1&hash=x')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await page.reload()
  await typeCode(page, secret, request)
  await expect(page).toHaveURL(/approve-testimonial\?id=1/)
  expect(await page.evaluate(() => localStorage.getItem('adminAuth'))).toBe('true')

  await page.evaluate(() => localStorage.clear())
  await request.post('/auth/v1/recover', { headers: { apikey: keys.publishable }, data: { email: owner.email } })
  const letters = async () => (await mailbox.to(owner.email)).filter(({ html }) => html.includes('#token_hash'))
  await expect.poll(async () => (await letters()).length).toBe(1)
  await page.goto(emailedLink((await letters())[0]))
  await choosePassword(page, 'three clay pipes')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.reload()
  await choosePassword(page, 'three clay pipes')
  await typeCode(page, secret, request)
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
