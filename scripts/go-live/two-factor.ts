import { keyHeaders } from '../../supabase/functions/_shared/services.ts'
import { usesHostedProject } from '../../supabase/local/options.ts'
import { legacyKeyAdvice } from '../legacy-key.mjs'

/** Removes a user's factors, and ends their sessions before and after. Returns a report. Throws a readable error. */
export const removeFactors = async (email: string, files: Record<string, string>): Promise<string> => {
  const url = files.SUPABASE_URL || files.VITE_SUPABASE_URL || `http://localhost:${files.PORT || 5173}`
  // A hosted project's key must not be in a file. The embedded backend's key is never sent to another host.
  const { SUPABASE_SECRET_KEY: key } = usesHostedProject({ VITE_SUPABASE_URL: url }) ? process.env : files
  if (!key) throw new Error(`SUPABASE_SECRET_KEY is not set. Put the secret key of ${url} in the environment.`)
  const advice = legacyKeyAdvice('SUPABASE_SECRET_KEY', key)
  if (advice) throw new Error(advice)
  const callBackend = async (method: string, path: string, body?: object) => {
    const headers = { ...keyHeaders(key), 'content-type': 'application/json' }
    const request = new Request(new URL(path, url), { method, headers, body: JSON.stringify(body), redirect: 'error' })
    const answer = await fetch(request, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
    if (!answer) throw new Error(`${url} isn't responding.`)
    if ([401, 403].includes(answer.status)) throw new Error(`${url} doesn't accept this SUPABASE_SECRET_KEY.`)
    if (!answer.ok) throw new Error(`${url}${path} returned ${answer.status}.`)
    return answer.status === 204 ? undefined : answer.json()
  }
  const [user] = await callBackend('POST', '/rest/v1/rpc/find_user', { p_email: email })
  if (!user) throw new Error(`No account at ${url} has the email address ${email}.`)
  const factors = `/auth/v1/admin/users/${user.id}/factors`
  const found: { id: string }[] = await callBackend('GET', factors)
  const endSessions = () => callBackend('POST', '/rest/v1/rpc/end_sessions', { p_user: user.id })
  await endSessions()
  for (const { id } of found) await callBackend('DELETE', `${factors}/${id}`).finally(endSessions)
  if (found.length === 0)
    throw new Error(`${email} doesn't use two-factor authentication at ${url}, and has been logged out everywhere.`)
  return `Removed two-factor authentication for ${email} at ${url} and logged the account out everywhere. No email is sent, so tell them to set it up again.`
}
