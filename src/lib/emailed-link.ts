/** The page that the auth server's emails link to. */
export const RESET_PAGE = '/admin/reset-password'

/** A token, which works once, or the auth server's code for why there is none. */
export type EmailedLink = { tokenHash: string; type: 'invite' | 'recovery' } | { refusal: string }

/** Reads a URL's fragment; undefined if no emailed link left it. Session tokens count as a refusal. */
export const readEmailedLink = (hash: string): EmailedLink | undefined => {
  const fields = new URLSearchParams(hash.slice(1))
  const tokenHash = fields.get('token_hash')
  if (tokenHash) return { tokenHash, type: fields.get('type') === 'invite' ? 'invite' : 'recovery' }
  const refusal = fields.get('error_code') ?? (fields.has('access_token') ? 'refused' : undefined)
  return refusal === undefined ? undefined : { refusal }
}

/** Removes the fragment from the address and the history, where others could find it. */
export const dropEmailedLink = (): void =>
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
