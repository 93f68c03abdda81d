import { createTestBackend, type TestBackend } from './backend.ts'
import { callAs, type Identity, rpc, signedIn } from './backend-users.ts'
import { addFactor } from './rows.ts'

/** An administrator who has a second factor and signed in by the password alone. */
export async function signedInUnproven(backend: Parameters<typeof signedIn>[0] & Pick<TestBackend, 'sql'>) {
  const user = await signedIn(backend, 'unproven', { role: 'admin' })
  return { ...user, factor: await addFactor(backend, user.id) }
}

/**
 * Who asks a backend, besides visitors and the server. Without an administrator's rights, `outsiders`: `member` never had them,
 * `former` had them until a moment ago, `unproven` lacks the code of the second factor.
 */
export async function peopleOf(backend: TestBackend) {
  const admin = await signedIn(backend, 'admin', { role: 'admin' })
  const member = await signedIn(backend, 'member')
  const former = await signedIn(backend, 'former', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  const { status } = await callAs(backend, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  if (status !== 200) throw new Error('The administrator kept the role.')
  const unproven = await signedInUnproven(backend)
  return { admin, member, former, unproven, outsiders: [member, former, unproven] }
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
