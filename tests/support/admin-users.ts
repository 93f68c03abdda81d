import { cleanup } from '@testing-library/react'
import { inject } from 'vitest'
import type { TestUser } from './backend-users'
import type { BackstageCall } from './site-servers'
import { createUser, sql, uniqueEmail } from './test-server'

/** Signs nobody in: makes a confirmed account, on the site's server and an administrator unless told otherwise. */
export const makeAccount = async (
  name = 'admin',
  {
    admin = true,
    appMetadata = {},
    password = `${name}-${crypto.randomUUID()}`,
    on = 'site' as BackstageCall['server'],
  } = {},
): Promise<TestUser> => {
  const account = await createUser(
    { email: uniqueEmail(name), password, app_metadata: admin ? { role: 'admin' } : {} },
    on,
  )
  // Afterwards: the database takes a new account that is told to change its password for a second set-up.
  const mark = 'update auth.users set raw_app_meta_data = raw_app_meta_data || $2::text::jsonb where id = $1'
  await sql(mark, [account.id, JSON.stringify(appMetadata)], on)
  return account
}

/** Forgets the session and the flag of the browser, as closing it for good would. */
export const forgetBrowser = async (): Promise<void> => {
  // What is still on screen would be told, outside of what Testing Library waits for.
  cleanup()
  const { adminSession } = await import('@/admin/session/admin-session')
  // Here only: what is still under way would be refused by the server, and the browser would report that.
  adminSession.forget()
  adminSession.clearFlag()
  window.localStorage.clear()
}

/** Whether the site's server has been told that a user's sessions are over. */
export const countSessions = async (user: string): Promise<number> => {
  const rows = await sql('select 1 from auth.sessions where user_id = $1', [user])
  return rows.length
}

/** The site's server, for calls from outside with a plain HTTP client. */
export const server = () => ({ url: inject('siteUrl'), publishableKey: inject('publishableKey'), secretKey: '' })
