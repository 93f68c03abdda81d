/** Page that the auth server's emails link to. */
export const RESET_PAGE = '/admin/reset-password'

/** Single-use token, or the auth server's error code. */
export type EmailedLink = { tokenHash: string; type: 'invite' | 'recovery' } | { refusal: string }

/** Parses a URL's fragment. Session tokens count as an error. */
export const readEmailedLink = (hash: string): EmailedLink | undefined => {
  const fields = new URLSearchParams(hash.slice(1))
  const tokenHash = fields.get('token_hash')
  if (tokenHash) return { tokenHash, type: fields.get('type') === 'invite' ? 'invite' : 'recovery' }
  const refusal = fields.get('error_code') ?? (fields.has('access_token') ? 'refused' : undefined)
  return refusal === undefined ? undefined : { refusal }
}

/** Removes the fragment from the URL and the history entry. */
export const dropEmailedLink = (): void =>
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
