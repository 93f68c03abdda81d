import { createTestBackend, type TestBackend } from './backend.ts'
import { callAs, createSignedInUser, type Identity, rpc } from './backend-users.ts'
import { addFactor } from './rows.ts'

/** An administrator who has a second factor and signed in by the password alone. */
export async function createUserWithoutCode(
  backend: Parameters<typeof createSignedInUser>[0] & Pick<TestBackend, 'sql'>,
) {
  const user = await createSignedInUser(backend, 'unproven', { role: 'admin' })
  return { ...user, factor: await addFactor(backend, user.id) }
}

/**
 * Who asks a backend, besides visitors and the server. Without an administrator's rights, `outsiders`: `member` never had them,
 * `former` had them until a moment ago, `unproven` lacks the code of the second factor.
 */
export async function createTestUsers(backend: TestBackend) {
  const admin = await createSignedInUser(backend, 'admin', { role: 'admin' })
  const member = await createSignedInUser(backend, 'member')
  const former = await createSignedInUser(backend, 'former', { role: 'admin' })
  const demotion = { method: 'PUT', body: { app_metadata: { role: null } } }
  const { status } = await callAs(backend, 'service', `/auth/v1/admin/users/${former.id}`, demotion)
  if (status !== 200) throw new Error('The administrator kept the role.')
  const unproven = await createUserWithoutCode(backend)
  return { admin, member, former, unproven, outsiders: [member, former, unproven] }
}

/** Starts a backend on a database of its own with those who ask it. */
export async function startWithUsers(options: Parameters<typeof createTestBackend>[0] = {}) {
  const backend = await createTestBackend(options)
  return {
    ...backend,
    ...(await createTestUsers(backend)),
    /** Calls a function of the database. */
    rpc: (who: Identity, name: string, body?: object) => rpc(backend, who, name, body),
    /** Reads or writes rows; `rows` is a table with a filter. The answer holds the ids of the rows that it was done to. */
    rows: (who: Identity, method: string, rows: string, body?: object) => {
      const path = `/rest/v1/${rows}${rows.includes('?') ? '&' : '?'}select=id`
      return callAs(backend, who, path, { method, body, headers: { prefer: 'return=representation' } })
    },
  }
}
