import { expectAccessible } from './accessibility'
import { expect, open, test } from './admin-support'

test('the role is given and taken by keyboard, and the other person notices at once', async ({
  adminPage,
  account,
  browser,
  baseURL,
}) => {
  const member = await account('member', { admin: false })
  await open(adminPage, '/admin/user-manager')
  await expect(adminPage.getByText('Logged in as Admin')).toBeVisible()
  await adminPage.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText('User found')).toBeVisible()
  await expectAccessible(adminPage, 'user manager')
  await adminPage.getByRole('button', { name: 'Set as Admin' }).press('Enter')
  await expectAccessible(adminPage, 'question')
  await adminPage.keyboard.press('Tab')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText(`${member.email} is now an admin`)).toBeVisible()

  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const theirs = await context.newPage()
  await open(theirs, '/admin/login')
  await theirs.getByRole('textbox', { name: 'Email' }).fill(member.email)
  await theirs.getByLabel('Password', { exact: true }).fill(member.password)
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await adminPage.getByRole('button', { name: 'Remove Admin Role' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove Admin Role' }).click()
  await expect(adminPage.getByText(`${member.email} is no longer an admin`)).toBeVisible()
  await theirs.goto('/admin/user-manager')
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await context.close()
})

test('a visitor is denied, told so, and led to the login screen', async ({ page }) => {
  await open(page, '/admin/user-manager')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible()
  await expectAccessible(page, 'denied')
  await expect(page).toHaveURL(/\/admin\/login\?from=%2Fadmin%2Fuser-manager/)
})

test('what a browser claims opens nothing: a made-up flag and session show no user', async ({ page, noise }) => {
  await open(page, '/admin/login')
  await page.evaluate(() => {
    localStorage.setItem('adminAuth', 'true')
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: crypto.randomUUID(), role: 'service_role', exp: 9e9 })}.x`
    const user = {
      id: crypto.randomUUID(),
      email: 'eve@example.com',
      user_metadata: { role: 'admin' },
      app_metadata: { role: 'admin' },
    }
    const session = {
      access_token: token,
      refresh_token: 'x',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: 9e9,
      user,
    }
    localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session))
  })
  await page.goto('/admin/user-manager')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await page.goto('/admin/dashboard?tab=enquiries')
  await expect(page.getByText('Only a signed-in administrator can see the enquiries.')).toBeVisible()
  // The browser reports every refusal.
  noise.length = 0
})
