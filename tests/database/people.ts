import { createTestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

/** Starts a backend on a database of its own with those who ask it: `former` was an administrator until a moment ago. */
export async function startWithPeople(options: Parameters<typeof createTestBackend>[0] = {}) {
  const backend = await createTestBackend(options)
  const admin = await signedIn(backend, 'admin', { role: 'admin' })
  const member = await signedIn(backend, 'member')
  const former = await signedIn(backend, 'former', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  await callAs(backend, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  return {
    ...backend,
    admin,
    member,
    former,
    /** Calls a function of the database. */
    rpc: (who: Identity, name: string, body: object = {}) =>
      callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body }),
    /** Reads or writes rows; `rows` is a table with a filter. The answer holds the ids of the rows that it was done to. */
    rows: (who: Identity, method: string, rows: string, body?: object) => {
      const path = `/rest/v1/${rows}${rows.includes('?') ? '&' : '?'}select=id`
      return callAs(backend, who, path, { method, body, headers: { prefer: 'return=representation' } })
    },
  }
}
