import { createTestBackend, type TestBackend } from './backend.ts'
import { callAs, createSignedInUser, type Identity, rpc } from './backend-users.ts'
import { addFactor } from './rows.ts'

/** Creates an administrator with a second factor, but an unproven session. */
export async function createUserWithoutCode(
  backend: Parameters<typeof createSignedInUser>[0] & Pick<TestBackend, 'sql'>,
) {
  const user = await createSignedInUser(backend, 'unproven', { role: 'admin' })
  return { ...user, factor: await addFactor(backend, user.id) }
}

/**
 * Creates callers. Of the `outsiders`, `member` never had an administrator's rights, `former` has just lost them, and
 * `unproven` lacks the code of the second factor.
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

/** Starts a backend with these callers. */
export async function startWithUsers(options: Parameters<typeof createTestBackend>[0] = {}) {
  const backend = await createTestBackend(options)
  return {
    ...backend,
    ...(await createTestUsers(backend)),
    rpc: (who: Identity, name: string, body?: object) => rpc(backend, who, name, body),
    /** Reads or writes rows, and returns the affected IDs. */
    rows: (who: Identity, method: string, rows: string, body?: object) => {
      const path = `/rest/v1/${rows}${rows.includes('?') ? '&' : '?'}select=id`
      return callAs(backend, who, path, { method, body, headers: { prefer: 'return=representation' } })
    },
  }
}
