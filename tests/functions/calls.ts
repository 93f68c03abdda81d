import { expect } from 'vitest'
import type { TestServer } from '../support/backend.ts'
import { type HttpCall, postJson } from '../support/backend-http.ts'

type Backend = Pick<TestServer, 'url' | 'publishableKey'>

/** Calls a function as a visitor, or with a user's token. */
export const callFunction = (
  { url, publishableKey }: Backend,
  name: string,
  body: unknown,
  { token, headers, ...call }: HttpCall & { token?: string | undefined } = {},
) =>
  postJson(`${url}/functions/v1/${name}`, body, {
    headers: { apikey: publishableKey, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...call,
  })

/** Returns the expected refusal. */
export const refused = (status: number, code: string, fields?: readonly string[]) => ({
  status,
  json: {
    success: false,
    message: expect.stringMatching(/\.$/),
    error: fields ? { code, fields } : { code },
  },
})
