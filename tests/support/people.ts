import { createTestBackend, type TestBackend } from './backend.ts'
import { callAs, type Identity, rpc, signedIn } from './backend-users.ts'

/** Who asks a backend, besides visitors and the server: `former` was an administrator until a moment ago. */
export async function peopleOf(backend: TestBackend) {
  const admin = await signedIn(backend, 'admin', { role: 'admin' })
  const member = await signedIn(backend, 'member')
  const former = await signedIn(backend, 'former', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  const { status } = await callAs(backend, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  if (status !== 200) throw new Error('The administrator kept the role.')
  return { admin, member, former }
}

/** Starts a backend on a database of its own with those who ask it. */
export async function startWithPeople(options: Parameters<typeof createTestBackend>[0] = {}) {
  const backend = await createTestBackend(options)
  return {
    ...backend,
    ...(await peopleOf(backend)),
    /** Calls a function of the database. */
    rpc: (who: Identity, name: string, body?: object) => rpc(backend, who, name, body),
    /** Reads or writes rows; `rows` is a table with a filter. The answer holds the ids of the rows that it was done to. */
    rows: (who: Identity, method: string, rows: string, body?: object) => {
      const path = `/rest/v1/${rows}${rows.includes('?') ? '&' : '?'}select=id`
      return callAs(backend, who, path, { method, body, headers: { prefer: 'return=representation' } })
    },
  }
}
