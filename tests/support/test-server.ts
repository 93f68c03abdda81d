import { getConfig } from '@testing-library/react'
import { inject } from 'vitest'
import type { TestMail } from './backend.ts'
import { postJson } from './backend-http.ts'
import type { TestUser } from './backend-users.ts'
import type { BackstageCall } from './site-servers.ts'

const callTestServer = async (call: BackstageCall): Promise<unknown> => {
  // Like any wait of Testing Library: the page may go on rendering meanwhile.
  const { status, json } = await getConfig().asyncWrapper(() => postJson(inject('backstageUrl'), call))
  if (status !== 200) throw new Error(String(json))
  return json
}

/** Runs SQL as the owner of a test server's database. */
export const sql = async <Row>(
  text: string,
  parameters: readonly unknown[] = [],
  server: BackstageCall['server'] = 'site',
): Promise<Row[]> => (await callTestServer({ server, sql: text, parameters })) as Row[]

/** Makes a confirmed account, as the auth server's own admin API makes one. */
export const createUser = async (
  user: { email: string; password: string; app_metadata: object },
  server: BackstageCall['server'] = 'site',
): Promise<TestUser> => (await callTestServer({ server, user })) as TestUser

/** The URL of a site nobody has set up yet. */
export const emptySiteUrl = async (): Promise<string> =>
  String(await callTestServer({ server: 'untouched', url: true }))

/** The URL of a site whose files only the tests of a copy change. */
export const backupSiteUrl = async (): Promise<string> => String(await callTestServer({ server: 'copied', url: true }))

/** The emails the site's server sent to one email address, newest first. */
export const mailsTo = async (email: string): Promise<TestMail[]> =>
  (await callTestServer({ server: 'site', mailsTo: email })) as TestMail[]

type LimitedCalls = 'submit-testimonial' | 'send-email' | 'send-email-test' | 'auth-admin-invite'

/** Every test comes from the same IP address, so each starts with the function's hourly allowance unspent. */
export const resetRateLimit = (functionName: LimitedCalls) =>
  sql(`delete from private.rate_limit_hits where bucket like $1 || ':%'`, [functionName])

/** How many calls of a function its server has accepted since `resetRateLimit`. */
export const countCalls = async (functionName: LimitedCalls): Promise<number> => {
  const rows = await sql(`select 1 from private.rate_limit_hits where bucket like $1 || ':%'`, [functionName])
  return rows.length
}

/** An email address nobody else uses, so that tests can share a server and still find their own rows. */
export const uniqueEmail = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`
