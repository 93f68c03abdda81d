/** The page to which the links of the auth server's emails lead. */
export const RESET_PAGE = '/admin/reset-password'

/** The fragment of such a link: a token that works once, or the code of a refusal. */
export type EmailedLink = { tokenHash: string; type: 'invite' | 'recovery' } | { refusal: string }

/** Reads a URL's fragment; undefined where it comes from no such link. Tokens of a session sign nobody in: a refusal. */
export const readEmailedLink = (hash: string): EmailedLink | undefined => {
  const fields = new URLSearchParams(hash.slice(1))
  const tokenHash = fields.get('token_hash')
  if (tokenHash) return { tokenHash, type: fields.get('type') === 'invite' ? 'invite' : 'recovery' }
  const refusal = fields.get('error_code') ?? (fields.has('access_token') ? 'refused' : undefined)
  return refusal === undefined ? undefined : { refusal }
}

/** Takes the fragment out of the address and the history, from where it could be passed on. */
export const dropEmailedLink = (): void =>
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
