import { getConfig } from '@testing-library/react'
import { inject } from 'vitest'
import type { TestMail } from './backend.ts'
import { postJson } from './backend-http.ts'
import type { BackstageCall } from './site-servers.ts'

/** Asks the process that runs the servers. */
export const callTestServer = async (call: BackstageCall): Promise<unknown> => {
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

/** Returns a server's URL. `untouched` starts without accounts. One file each uses `copied` and `rebuilds`. */
export const serverUrl = async (server: 'untouched' | 'copied' | 'rebuilds'): Promise<string> =>
  String(await callTestServer({ server, url: true }))

/** Returns the emails to an address, newest first. */
export const mailsTo = async (email: string): Promise<TestMail[]> =>
  (await callTestServer({ server: 'site', mailsTo: email })) as TestMail[]

type LimitedCalls = 'submit-testimonial' | 'withdraw-review' | 'send-email' | 'send-email-test' | 'auth-admin-invite'

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
