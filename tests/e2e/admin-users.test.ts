import { expectAccessible } from './accessibility'
import { expect, open, signIn, test } from './admin-support'
import { freshEmail } from './support'

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

const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

test('a colleague is invited, chooses a password, works in the dashboard, and is out once the role is gone', async ({
  adminPage,
  mailbox,
  browser,
  baseURL,
}) => {
  test.slow()
  const email = freshEmail('colleague')
  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('button', { name: 'Add user' }).press('Enter')
  await expectAccessible(adminPage, 'add user')
  const dialog = adminPage.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('checkbox', { name: 'Administrator' }).press('Space')
  await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter')
  await expect(adminPage.getByText(`Invitation sent to ${email}`)).toBeVisible()
  const row = adminPage.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await row.getByRole('button', { name: email }).click()
  await expect(adminPage.getByRole('button', { name: 'Send again' })).toBeVisible()
  await expectAccessible(adminPage, 'invited user')

  const [mail] = await mailbox.to(email)
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const theirs = await context.newPage()
  await theirs.goto(linkIn(mail?.text ?? ''))
  await expect(theirs.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
  expect(theirs.url()).not.toContain('access_token')
  await expectAccessible(theirs, 'invitation')
  await theirs.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await theirs.getByLabel('Confirm new password').fill('three clay pipes')
  await theirs.getByRole('button', { name: 'Save password' }).press('Enter')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await open(adminPage, '/admin/user-manager')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: email }).click()
  await adminPage.getByRole('button', { name: 'Remove Admin Role' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove Admin Role' }).click()
  await expect(adminPage.getByText(`${email} is no longer an admin`)).toBeVisible()
  await theirs.goto('/admin/user-manager')
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await theirs.goto(linkIn(mail?.text ?? ''))
  await expect(theirs.getByText(/already been used.*also if it was an invitation/)).toBeVisible()
  await context.close()
})

test('somebody invited without the role has a password, and is told that the dashboard is closed', async ({
  adminPage,
  mailbox,
  browser,
  baseURL,
}) => {
  const email = freshEmail('helper')
  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('button', { name: 'Add user' }).click()
  await adminPage.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email)
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText(`Invitation sent to ${email}`)).toBeVisible()
  // The link of the designed e-mail, as somebody would click it.
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const theirs = await context.newPage()
  await theirs.goto(mailbox.page(email))
  const opened = theirs.waitForEvent('popup')
  await theirs.frameLocator('iframe').getByRole('link', { name: 'Choose a password' }).click()
  const reset = await opened
  await reset.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await reset.getByLabel('Confirm new password').fill('three clay pipes')
  await reset.keyboard.press('Enter')
  await expect(reset.getByText('Access denied. Admin privileges required.')).toBeVisible()
  await expect(reset).toHaveURL(/\/admin\/login/)
  const subjects = async () => (await mailbox.to(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toEqual(['Your password has been changed', "You are invited to the website's dashboard"])
  await context.close()
})

test('on a phone users are cards: somebody is chosen, given the role and deleted without scrolling sideways', {
  tag: '@any-origin',
}, async ({ adminPage, account }) => {
  const member = await account('member', { admin: false })
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await open(adminPage, '/admin/user-manager')
  const row = adminPage.getByRole('row').filter({ hasText: member.email })
  await row.scrollIntoViewIfNeeded()
  for (const label of ['Role', 'Created At', 'Last Sign In']) await expect(row.getByText(label)).toBeVisible()
  await row.getByRole('button', { name: member.email }).click()
  const panel = adminPage.getByRole('region', { name: 'Selected user' })
  await expect(panel).toBeInViewport()
  await panel.getByRole('button', { name: 'Delete user' }).click()
  await expectAccessible(adminPage, 'deleting')
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await expect(adminPage.getByText(`${member.email} has been deleted`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the own password is changed by keyboard, and other devices are logged out', async ({
  adminPage,
  admin,
  browser,
  baseURL,
}) => {
  const device = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await device.newPage()
  await signIn(other, admin)
  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('button', { name: 'Change password' }).press('Enter')
  await expectAccessible(adminPage, 'changing the password')
  await adminPage.keyboard.type(admin.password)
  await adminPage.getByLabel('New password', { exact: true }).fill('three clay pipes')
  await adminPage.getByLabel('Confirm new password').fill('three clay pipes')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText('Password changed')).toBeVisible()
  await adminPage.reload()
  await expect(adminPage.getByText('Logged in as Admin')).toBeVisible()
  await other.goto('/admin/dashboard?tab=enquiries')
  await expect(other.getByText(/You are not signed in, or your session has ended/)).toBeVisible()
  await device.close()
})

test('a visitor is denied, told so, and led to the login screen, which returns them, also after a reload', async ({
  page,
  admin,
}) => {
  await open(page, '/admin/user-manager')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access this page")).toBeVisible()
  await expectAccessible(page, 'denied')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.reload()
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logged in as Admin')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/user-manager$/)
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
