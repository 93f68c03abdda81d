import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import { type Caller, callAs, createUser, type TestUser } from '../support/backend-users'
import { createOwnerApi } from '../support/owner-api'
import { test as base, expect, keys, open } from './support'

export type Account = TestUser
/** A session as the auth server hands it out. */
export type Session = { access_token: string }

type AdminFixtures = {
  /** Makes an administrator's account past every right. */
  account: (name?: string) => Promise<Account>
  /** `page`, signed in as the administrator of this worker; no screen is open yet. */
  adminPage: Page
  /** A page in a browser of its own, as another person or device has it. */
  elsewhere: Page
}
type WorkerFixtures = {
  /** The backend that every call ends at. */
  server: Caller
  /** An administrator with a session, for all tests of a worker: one that ends it, or takes the role away, makes an account. */
  admin: Account & { session: Session }
  /** What that administrator's screens do, by the calls they make. */
  owner: ReturnType<typeof createOwnerApi>
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

/** A new session of an account. */
export const createSession = async (server: Caller, { email, password }: Account): Promise<Session> => {
  const call = { method: 'POST', body: { email, password } }
  const { status, body } = await callAs(server, 'visitor', '/auth/v1/token?grant_type=password', call)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Session
}

/** Signs a page in past the login form, which has tests of its own. */
export const injectSession = async (page: Page, session: Session) => {
  await page.goto('/robots.txt')
  await page.evaluate((text) => {
    localStorage.setItem('sb-localhost-auth-token', text)
    localStorage.setItem('adminAuth', 'true')
    localStorage.setItem('cookieConsent', 'rejected')
  }, JSON.stringify(session))
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

const makeAccount = (server: Caller, name = 'admin'): Promise<Account> =>
  createUser(server, {
    email: `${name}-${randomUUID().slice(0, 8)}@example.com`,
    password: `${name}-${randomUUID()}`,
    app_metadata: { role: 'admin' },
  })

/** The tests' own `test`, with accounts and a signed-in administrator at hand. */
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
  elsewhere: async ({ anotherPage }, use) => use(anotherPage),
})

export { expect, open }
