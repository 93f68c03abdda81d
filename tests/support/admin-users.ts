import { cleanup } from '@testing-library/react'
import { inject } from 'vitest'
import type { TestUser } from './backend-users'
import type { BackstageCall } from './site-servers'
import { callTestServer, sql, uniqueEmail } from './test-server'

/** Creates a confirmed account without signing in, by default an administrator of the site's server. */
export const makeAccount = async (
  name = 'admin',
  {
    admin = true,
    appMetadata = {},
    password = `${name}-${crypto.randomUUID()}`,
    on = 'site' as BackstageCall['server'],
  } = {},
): Promise<TestUser> => {
  const user = { email: uniqueEmail(name), password, app_metadata: admin ? { role: 'admin' } : {} }
  const account = (await callTestServer({ server: on, user })) as TestUser
  // The database treats a new account with this mark as a second set-up.
  const mark = 'update auth.users set raw_app_meta_data = raw_app_meta_data || $2::text::jsonb where id = $1'
  await sql(mark, [account.id, JSON.stringify(appMetadata)], on)
  return account
}

/** Clears what closing the browser clears. */
export const forgetBrowser = async (): Promise<void> => {
  // The screen would react outside Testing Library's waits.
  cleanup()
  const { adminSession } = await import('@/admin/session/admin-session')
  // The server would refuse pending requests.
  adminSession.forget()
  adminSession.clearFlag()
  window.localStorage.clear()
}

/** Counts a user's sessions. */
export const countSessions = async (user: string): Promise<number> => {
  const rows = await sql('select 1 from auth.sessions where user_id = $1', [user])
  return rows.length
}

/** Returns the site's server for a plain HTTP client. */
export const server = () => ({ url: inject('siteUrl'), publishableKey: inject('publishableKey'), secretKey: '' })
