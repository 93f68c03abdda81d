import type { APIRequestContext, Page } from 'playwright/test'
import { emailedLink } from '../support/backend-users'
import { codeOf, type TestFactor, withFactor } from '../support/second-factor'
import { type Account, choosePassword, expect, open, sendLogin, sessionOf, signIn, test } from './admin-support'

// Wrong codes; and the auth client's question that the next page cuts off, as Firefox and WebKit have it.
test.use({ expectedNoise: /Failed to load resource|^(?:Error|TypeError: Load failed)$/ })

const typeCode = async (page: Page, factor: Pick<TestFactor, 'secret'>, request: APIRequestContext) => {
  expect((await request.get('/__forget-codes')).ok()).toBe(true)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type(codeOf(factor))
}
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' })
const secondFactorOf = async (server: Parameters<typeof withFactor>[0], account: Account) =>
  (await withFactor(server, { token: (await sessionOf(server, account)).access_token })).factor

test('a second factor is set up by keyboard, and then asked for after the password, also after a reload', {
  tag: '@every-browser',
}, async ({ page, account, request, mailbox }) => {
  test.slow()
  const owner = await account('careful')
  await signIn(page, owner)
  await open(page, '/admin/user-manager')
  await page.getByRole('button', { name: 'Set up', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Phone')
  await dialog.getByLabel('Name').press('Enter')
  const secret = await dialog.locator('code').evaluate((key) => key.textContent.replaceAll(' ', ''))
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type('000000')
  await expect(dialog.getByText(/^This code is wrong, or too old.*clock/)).toBeVisible()
  await typeCode(page, { secret }, request)
  await expect(page.getByText(`The app lists it as “Stratum Groundworks (${owner.email})”.`)).toBeVisible()
  await expect(page.getByText('Second factor: on')).toBeVisible()
  await expect.poll(async () => (await mailbox.to(owner.email)).length).toBe(1)

  await page.evaluate(() => localStorage.clear())
  await open(page, '/admin/login')
  await sendLogin(page, owner)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('adminAuth'))).toBeNull()
  await page.goto('/admin/approve-testimonial?id=1&hash=x')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await page.reload()
  await typeCode(page, { secret }, request)
  await expect(page).toHaveURL(/approve-testimonial\?id=1/)
  expect(await page.evaluate(() => localStorage.getItem('adminAuth'))).toBe('true')
})

test('a forgotten password is replaced only with the code, also after a reload in between', {
  tag: '@every-browser',
}, async ({ page, account, server, request, mailbox }) => {
  test.slow()
  const owner = await account('forgetful')
  const factor = await secondFactorOf(server, owner)
  await request.post('/auth/v1/recover', { headers: { apikey: server.publishableKey }, data: { email: owner.email } })
  const letters = async () => (await mailbox.to(owner.email)).filter(({ html }) => html.includes('#token_hash'))
  await expect.poll(async () => (await letters()).length).toBe(1)
  await page.goto(emailedLink((await letters())[0]))
  await choosePassword(page, 'three clay pipes')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.reload()
  await choosePassword(page, 'three clay pipes')
  await typeCode(page, factor, request)
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByText('Password changed')).toBeVisible()
})

test('whoever has lost the phone gets back in by another administrator, who takes the second factor away', {
  tag: '@every-browser',
}, async ({ account, server, adminPage, elsewhere, mailbox }) => {
  test.slow()
  const loser = await account('loser')
  await secondFactorOf(server, loser)
  await open(elsewhere, '/admin/login')
  await sendLogin(elsewhere, loser)
  await expect(elsewhere.getByRole('textbox', { name: 'Code' })).toBeFocused()

  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('textbox', { name: 'Email' }).fill(loser.email)
  await adminPage.getByRole('button', { name: 'Lookup' }).click()
  await adminPage.getByRole('button', { name: 'Remove second factor' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove second factor' }).click()
  await expect(adminPage.getByText(`The second factor of ${loser.email} is removed`)).toBeVisible()
  await expect.poll(async () => (await mailbox.to(loser.email)).length).toBe(2)

  // The half signed-in screen returns to the password.
  await elsewhere.getByRole('textbox', { name: 'Code' }).focus()
  await elsewhere.keyboard.type('123456')
  await expect(elsewhere.getByLabel('Password', { exact: true })).toBeVisible()
  await sendLogin(elsewhere, loser)
  await expect(dashboard(elsewhere)).toBeVisible()
})
