import { expectAccessible } from './accessibility'
import { asServer, expect, open, signIn, test } from './admin-support'

const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

test('a forgotten password is replaced through the mailbox, and the link works once', async ({
  page,
  account,
  mailbox,
  noise,
}) => {
  const { email, password } = await account('forgetful')
  await open(page, '/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Password reset link has been sent to your email.')).toBeVisible()
  await expect.poll(async () => (await mailbox.to(email)).length).toBe(1)
  const [mail] = await mailbox.to(email)
  const link = linkIn(mail?.text ?? '')

  await page.goto(link)
  await expect(page).toHaveURL(/\/admin\/reset-password/)
  await page.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await page.getByLabel('Confirm new password').fill('three clay pipes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(page.url()).not.toContain('access_token')

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
  await signIn(page, { email, password: 'three clay pipes' })

  await page.goto(link)
  await expect(page.getByText(/The link in the e-mail has already been used/)).toBeVisible()
  await expectAccessible(page, 'used link')
  await page.getByRole('link', { name: 'Send a new reset link' }).click()
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  // The browser reports the refused sign-in by itself.
  noise.length = 0
})

test('the link works in the designed e-mail, too, and going back shows no tokens', async ({
  page,
  account,
  mailbox,
}) => {
  const { email } = await account('designed')
  await open(page, '/admin/login?mode=forgot')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Password reset link has been sent to your email.')).toBeVisible()
  await expect.poll(async () => (await mailbox.to(email)).length).toBe(1)
  await page.goto(mailbox.page(email))
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link').first().click()
  const reset = await opened
  await reset.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await reset.getByLabel('Confirm new password').fill('three clay pipes')
  await reset.keyboard.press('Enter')
  await expect(reset.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  for (let step = await reset.evaluate(() => window.history.length); step > 1; step -= 1) {
    expect(await reset.evaluate(() => window.location.href)).not.toContain('access_token')
    await reset.goBack()
  }
  expect(reset.url()).not.toContain('access_token')
})

test('a link whose token cannot even be read is explained, and leads to a new one', { tag: '@any-origin' }, async ({
  page,
}) => {
  await open(page, '/admin/reset-password#access_token=eyJhbGciOiJIUzI1NiJ9.bm9qc29u.x&refresh_token=y&type=recovery')
  await expect(page.getByRole('link', { name: 'Send a new reset link' })).toBeVisible()
  expect(page.url()).not.toContain('access_token')
})

test('a connection lost while the link is checked does not use it up', async ({ page, account, mailbox, noise }) => {
  const { email } = await account('unlucky')
  await open(page, '/admin/login?mode=forgot')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect.poll(async () => (await mailbox.to(email)).length).toBe(1)
  const [mail] = await mailbox.to(email)
  await page.route('**/auth/v1/user', (route) => route.abort(), { times: 2 })
  await page.goto(linkIn(mail?.text ?? ''))
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  // The browser reports the lost request.
  noise.length = 0
})

test('tokens in the URL sign nobody in but on the reset screen', async ({ page }) => {
  await open(page, '/admin/login#access_token=x&refresh_token=y&expires_in=3600&token_type=bearer&type=recovery')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(page.url()).not.toContain('access_token')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
})

test('logging out ends the session on another device and closes the other tab', async ({
  adminPage,
  admin,
  browser,
  baseURL,
  context,
}) => {
  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await device.newPage()
  await signIn(other, admin)
  const tab = await context.newPage()
  await open(tab, '/admin/dashboard?section=theme')
  await expect(tab.getByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()

  await adminPage.getByRole('button', { name: /^Account: / }).click()
  await adminPage.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(adminPage.getByText('Logged out successfully')).toBeVisible()
  await expect(tab).toHaveURL(/\/admin\/login$/)

  await other.goto('/admin/dashboard?tab=enquiries')
  await expect(other.getByText(/You are not signed in, or your session has ended/)).toBeVisible()
  await expect(other.getByText('Only a signed-in administrator can see the enquiries.')).toBeVisible()
  await device.close()
})

test('somebody banned at work is told, and gets no data', async ({ adminPage, admin, account, request, noise }) => {
  await account('second')
  await asServer(request, 'PUT', `/auth/v1/admin/users/${admin.id}`, { ban_duration: '1h' })
  await adminPage.goto('/admin/dashboard?tab=enquiries')
  await expect(adminPage.getByText(/Your account has been banned/)).toBeVisible()
  await expect(adminPage.getByText('Only a signed-in administrator can see the enquiries.')).toBeVisible()
  noise.length = 0
})

test('the sign-in screens and the frame of the dashboard are accessible and fit a phone', {
  tag: '@any-origin',
}, async ({ page, account }) => {
  await open(page, '/admin/login')
  await expectAccessible(page, 'login')
  await page.getByRole('button', { name: 'Setup Admin' }).click()
  await expectAccessible(page, 'set-up')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expectAccessible(page, 'forgot')
  const newcomer = await account('newcomer')
  await signIn(page, newcomer)
  await expectAccessible(page, 'dashboard')
  await open(page, '/admin/reset-password')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expectAccessible(page, 'reset')
  await open(page, '/admin/dashboard')
  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'account menu')
})

test('a keyboard alone signs in, changes the section and logs out', {
  tag: ['@any-origin', '@every-browser', '@wide'],
}, async ({ page, account }) => {
  const { email, password } = await account('keys')
  await open(page, '/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await page.getByRole('link', { name: 'Overview' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeVisible()
  await page.getByRole('button', { name: /^Account: / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
})

test('on a phone the menu is a sheet that a choice closes', { tag: '@any-origin' }, async ({ adminPage }) => {
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await adminPage.getByRole('button', { name: 'Menu' }).click()
  const sheet = adminPage.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('link', { name: 'Theme' }).click()
  await expect(sheet).toBeHidden()
  await expect(adminPage).toHaveURL(/\?section=theme$/)
  await adminPage.reload()
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
})

test('a section whose code cannot be fetched says so inside the dashboard, and opens when asked again', {
  tag: '@any-origin',
}, async ({ adminPage: page, noise }) => {
  await open(page, '/admin/dashboard')
  await expect(page.getByText('Website Visitors')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Theme' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This section could not be loaded' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Project files' })).toBeVisible()
  // The browser and React report what failed.
  noise.length = 0
})
