import { getConfig } from '@testing-library/react'
import { inject } from 'vitest'
import type { TestMail } from './backend.ts'
import { postJson } from './backend-http.ts'
import type { TestUser } from './backend-users.ts'
import type { BackstageCall } from './site-servers.ts'

const callTestServer = async (call: BackstageCall): Promise<unknown> => {
  // Lets the page render.
  const { status, json } = await getConfig().asyncWrapper(() => postJson(inject('backstageUrl'), call))
  if (status !== 200) throw new Error(String(json))
  return json
}

export const sql = async <Row>(
  text: string,
  parameters: readonly unknown[] = [],
  server: BackstageCall['server'] = 'site',
): Promise<Row[]> => (await callTestServer({ server, sql: text, parameters })) as Row[]

/** Creates a confirmed account. */
export const createUser = async (
  user: { email: string; password: string; app_metadata: object },
  server: BackstageCall['server'] = 'site',
): Promise<TestUser> => (await callTestServer({ server, user })) as TestUser

/** Returns the URL of a site without an account. */
export const emptySiteUrl = async (): Promise<string> =>
  String(await callTestServer({ server: 'untouched', url: true }))

/** Returns the URL of the backup tests' site. */
export const backupSiteUrl = async (): Promise<string> => String(await callTestServer({ server: 'copied', url: true }))

/** Returns the emails to an address, newest first. */
export const mailsTo = async (email: string): Promise<TestMail[]> =>
  (await callTestServer({ server: 'site', mailsTo: email })) as TestMail[]

type LimitedCalls = 'submit-testimonial' | 'send-email' | 'send-email-test' | 'auth-admin-invite'

/** Resets the hourly limit, because all tests share an IP address. */
export const resetRateLimit = (functionName: LimitedCalls) =>
  sql(`delete from private.rate_limit_hits where bucket like $1 || ':%'`, [functionName])

/** Counts accepted calls since `resetRateLimit`. */
export const countCalls = async (functionName: LimitedCalls): Promise<number> => {
  const rows = await sql(`select 1 from private.rate_limit_hits where bucket like $1 || ':%'`, [functionName])
  return rows.length
}

/** Returns a unique address for the shared server. */
export const uniqueEmail = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`
