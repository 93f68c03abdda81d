const isRefresh = (input: RequestInfo | URL) => String(input).includes('/token?grant_type=refresh_token')

const isFromAuthServer = ({ status, headers }: Response) =>
  status !== 429 && headers.get('content-type')?.includes('json') === true

/**
 * `fetch` for the auth client, which trusts two things too much. It compares the server's `expires_at` with this device's
 * clock; without it, it counts `expires_in` from now. And any refused refresh ends the session; here only the auth server's
 * own refusal does, not a rate limit or a proxy's page.
 */
export const fetchForAuth =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (isRefresh(input) && !response.ok && !isFromAuthServer(response))
      throw new TypeError(`The session could not be renewed: ${response.status}`)
    const session: unknown = response.ok
      ? await response
          .clone()
          .json()
          .catch(() => undefined)
      : undefined
    if (typeof session !== 'object' || session === null || !('expires_in' in session)) return response
    return new Response(JSON.stringify({ ...session, expires_at: undefined }), response)
  }
