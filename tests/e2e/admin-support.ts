import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import { test as base, expect, keys, open } from './support'

export type Account = { id: string; email: string; password: string }

type AdminFixtures = {
  /** Makes a confirmed account past every right; with `admin` false a plain user. */
  account: (name?: string, options?: { admin?: boolean; appMetadata?: object }) => Promise<Account>
  /** The signed-in administrator of `adminPage`. */
  admin: Account
  /** `page`, signed in as an administrator of this test alone, on the dashboard. */
  adminPage: Page
  /** A page in a browser of its own, as another person or device has it. */
  elsewhere: Page
}

// The secret key is refused from anything that calls itself a browser.
const serverHeaders = { apikey: keys.secret, 'user-agent': 'tests' }

/** Calls the backend as the server itself: seeds rows, bans or demotes accounts. */
export const asServer = async (
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> => {
  const answer = await request.fetch(path, {
    method,
    headers: { ...serverHeaders, prefer: 'return=representation' },
    ...(data && { data }),
  })
  const text = await answer.text()
  expect(answer.ok(), text).toBe(true)
  return text ? JSON.parse(text) : undefined
}

/** A session of an account, as the auth server hands it out. */
export const sessionOf = async (request: APIRequestContext, { email, password }: Account): Promise<string> => {
  const headers = { apikey: keys.publishable }
  const answer = await request.post('/auth/v1/token?grant_type=password', { headers, data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.text()
}

/** Sends the login form of the open page. */
export const sendLogin = async (page: Page, { email, password }: Omit<Account, 'id'>) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in and waits for the dashboard's menu. */
export const signIn = async (page: Page, account: Omit<Account, 'id'>, place = '/admin/login') => {
  await open(page, place)
  await sendLogin(page, account)
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
}

/** Fills in both fields for a new password and presses Enter. */
export const choosePassword = async (page: Page, password: string) => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.keyboard.press('Enter')
}

/** The tests' own `test`, with accounts and a signed-in administrator at hand. */
export const test = base.extend<AdminFixtures>({
  account: async ({ request }, use) => {
    await use(async (name = 'admin', { admin = true, appMetadata = {} } = {}) => {
      const email = `${name}-${randomUUID().slice(0, 8)}@example.com`
      const password = `${name}-${randomUUID()}`
      const user = (await asServer(request, 'POST', '/auth/v1/admin/users', {
        email,
        password,
        email_confirm: true,
        app_metadata: { ...(admin && { role: 'admin' }), ...appMetadata },
      })) as { id: string }
      return { id: user.id, email, password }
    })
  },
  admin: async ({ account }, use) => {
    await use(await account())
  },
  adminPage: async ({ page, admin, request }, use) => {
    // Past the login form, which has tests of its own: half of the time of most tests was signing in.
    await page.goto('/robots.txt')
    await page.evaluate(
      (session) => {
        localStorage.setItem('sb-localhost-auth-token', session)
        localStorage.setItem('adminAuth', 'true')
      },
      await sessionOf(request, admin),
    )
    await open(page, '/admin/dashboard')
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
    await use(page)
  },
  elsewhere: async ({ anotherPage }, use) => use(anotherPage),
})

export { expect, open }
