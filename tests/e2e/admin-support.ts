import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { type Caller, callAs, createUser, type TestUser } from '../support/backend-users'
import { createOwnerApi } from '../support/owner-api'
import { asServer, test as base, expect, keys, open } from './support'

export type Account = TestUser
export type Session = { access_token: string }

type AdminFixtures = {
  /** Creates an administrator's account. */
  account: (name?: string) => Promise<Account>
  /** `page`, signed in as this worker's administrator. */
  adminPage: Page
}
type WorkerFixtures = {
  server: Caller
  /** Shared by a worker's tests. A test that ends the session or removes the role creates an account. */
  admin: Account & { session: Session }
  owner: ReturnType<typeof createOwnerApi>
}

/** Creates a session. */
export const createSession = async (server: Caller, { email, password }: Account): Promise<Session> => {
  const call = { method: 'POST', body: { email, password } }
  const { status, body } = await callAs(server, 'visitor', '/auth/v1/token?grant_type=password', call)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Session
}

/** Signs in without the login form. */
export const injectSession = async (page: Page, session: Session) => {
  await page.goto('/robots.txt')
  await page.evaluate((text) => {
    localStorage.setItem('sb-localhost-auth-token', text)
    localStorage.setItem('adminAuth', 'true')
    localStorage.setItem('cookieConsent', 'rejected')
  }, JSON.stringify(session))
}

/** Submits the open login form. */
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

/** Waits until a dashboard page has loaded its data. */
export const waitForData = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-loading], [aria-busy=true]')).toHaveCount(0)
}

/** Enters a new password twice. */
export const choosePassword = async (page: Page, password: string) => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.keyboard.press('Enter')
}

const makeAccount = (server: Caller, name = 'admin'): Promise<Account> =>
  createUser(server, {
    email: `${name}-${randomUUID().slice(0, 8)}@example.com`,
    password: `${name}-${randomUUID()}`,
    app_metadata: { role: 'admin' },
  })

/** Shared `test` with an administrator. */
export const test = base.extend<AdminFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use, { project }) => {
      const { backend, baseURL } = project.use as { backend?: string; baseURL?: string }
      await use({ url: backend ?? baseURL ?? '', publishableKey: keys.publishable, secretKey: keys.secret })
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ server }, use) => {
      const account = await makeAccount(server)
      await use({ ...account, session: await createSession(server, account) })
    },
    { scope: 'worker' },
  ],
  owner: [
    async ({ server, admin }, use) => use(createOwnerApi(server, admin.session.access_token)),
    { scope: 'worker' },
  ],
  account: async ({ server }, use) => use((name) => makeAccount(server, name)),
  adminPage: async ({ page, admin }, use) => {
    await injectSession(page, admin.session)
    await use(page)
  },
})

export { asServer, expect, open }
