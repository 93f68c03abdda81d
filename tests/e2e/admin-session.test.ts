import { emailedLink } from '../support/backend-users'
import {
  choosePassword,
  createSession,
  expect,
  injectSession,
  open,
  sendLogin,
  signIn,
  test,
  waitForData,
} from './admin-support'
import { PHONE } from './support'

test.describe('password reset', () => {
  test.use({ expectedNoise: /Failed to load resource/ })

  test('a password reset link works once and survives a lost connection', {
    tag: '@hosted',
  }, async ({ page: desk, account, mailbox }) => {
    const { email, password } = await account('forgetful')
    await open(desk, '/admin/login')
    await desk.getByRole('textbox', { name: 'Email' }).fill(email)
    await desk.getByRole('button', { name: 'Forgot your password?' }).click()
    await desk.getByRole('button', { name: 'Send reset link' }).click()
    await expect(desk.getByText('Password reset link has been sent to your email.')).toBeVisible()
    await expect.poll(async () => (await mailbox.to(email)).length).toBe(1)
    const [mail] = await mailbox.to(email)

    await desk.context().route('**/auth/v1/verify', (route) => route.abort(), { times: 1 })
    await desk.goto(mailbox.page(email))
    const opened = desk.waitForEvent('popup')
    await desk.frameLocator('iframe').getByRole('link').first().click()
    const page = await opened
    await expect(page.getByLabel('Confirm new password')).toBeVisible()
    await page.reload()
    await choosePassword(page, 'three clay pipes')
    await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server.')
    await expect(page.getByLabel('Confirm new password')).toBeFocused()
    expect(page.url()).toContain('#token_hash=')
    await page.getByRole('button', { name: 'Save new password' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

    await page.getByRole('navigation', { name: 'Admin' }).getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    await sendLogin(page, { email, password })
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
    await signIn(page, { email, password: 'three clay pipes' })

    await page.goto(emailedLink(mail))
    await choosePassword(page, 'four clay pipes')
    await expect(page.getByText(/This link has already been used/)).toBeVisible()
    expect(page.url()).not.toContain('token_hash')
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('four clay pipes')
    await page.getByRole('link', { name: 'Send a new reset link' }).click()
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
  })
})

test('emailed tokens are removed from the URL, and session tokens there are ignored', async ({ page }) => {
  const tokens = '#access_token=eyJhbGciOiJIUzI1NiJ9.bm9qc29u.x&refresh_token=y&type=recovery'
  for (const place of [`/${tokens}`, '/admin/login#token_hash=x&type=recovery', '/#error_code=otp_expired']) {
    await open(page, place)
    expect(new URL(page.url()).hash).toBe('')
  }
  await open(page, `/admin/reset-password${tokens}`)
  await expect(page.getByRole('link', { name: 'Send a new reset link' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([])
})

test('logging out in one tab also logs out the other', { tag: '@hosted' }, async ({
  page,
  context,
  account,
  server,
}) => {
  await injectSession(page, await createSession(server, await account('leaver')))
  await open(page, '/admin/dashboard')
  const tab = await context.newPage()
  await open(tab, '/admin/dashboard?section=theme')
  await expect(tab.getByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
  // A request that outlives the session is refused.
  await waitForData(page)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(tab).toHaveURL(/\/admin\/login$/)
})

test('two tabs that refresh the session simultaneously stay signed in', async ({ page, context, account, server }) => {
  await injectSession(page, await createSession(server, await account('twice')))
  const tab = await context.newPage()
  const tabs = [page, tab]
  for (const one of tabs) {
    await open(one, '/admin/dashboard?tab=enquiries')
    await expect(one.getByRole('searchbox')).toBeVisible()
  }
  let arrive = () => {}
  const bothAsk = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let asked = 0
  await context.route('**/auth/v1/token?*', async (route) => {
    asked += 1
    if (asked === 2) arrive()
    await bothAsk
    if (route.request().frame().page() === tab) await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.evaluate(() => {
    const key = 'sb-localhost-auth-token'
    const session = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.round(Date.now() / 1000) + 60 }))
  })
  await Promise.all(
    tabs.map(async (one) => {
      await one.getByRole('searchbox').fill('nobody wrote this')
      await one.keyboard.press('Enter')
    }),
  )
  for (const one of tabs) {
    await expect(one.getByText(/^0 enquiries|No enquiries/).first()).toBeVisible()
    await expect(one.getByText(/You’re not signed in/)).toHaveCount(0)
  }
  expect(asked).toBe(2)
})

test('an administrator signs in, changes the section and logs out using only the keyboard', {
  tag: ['@every-browser', '@wide'],
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
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeFocused()
  await page.getByRole('button', { name: /^Account: / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
})

test('the mobile admin menu closes when a link is chosen or the window widens', async ({ adminPage: page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/admin/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('link', { name: 'Theme' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\?section=theme$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(sheet).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 844 })
  await expect(sheet).toBeHidden()
})
