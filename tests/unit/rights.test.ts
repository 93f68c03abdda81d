import { DEFAULT_PASSWORD_MARK, PASSWORD_CHANGE_FLAG } from '@contract/auth-admin'
import { expect, it } from 'vitest'
import { canSendAgain, isOpen, type SentInvitation } from '@/domain/invitation'
import { hasAdminRole, hasDefaultPassword, mustChangePassword } from '@/domain/user'

it('an administrator is whose metadata say so, under either name, word for word', () => {
  const held = [{ user_metadata: { role: 'admin' } }, { raw_user_meta_data: { role: 'admin' } }]
  const metadata = [{ role: 'Admin' }, { role: ['admin'] }, null, 'admin']
  const others = [...metadata.map((user_metadata) => ({ user_metadata })), { role: 'admin' }, {}, null, 'admin']
  expect(held.filter((user) => !hasAdminRole(user))).toEqual([])
  expect(others.filter(hasAdminRole)).toEqual([])
})

it('an account says whether its password is the default one, and whether it gives no rights yet', () => {
  const read = (app_metadata: Record<string, unknown>) => [
    hasDefaultPassword({ app_metadata }),
    mustChangePassword({ app_metadata }),
  ]
  expect(read({ [DEFAULT_PASSWORD_MARK]: true })).toEqual([true, false])
  expect(read({ [PASSWORD_CHANGE_FLAG]: true })).toEqual([false, true])
  expect(read({ [DEFAULT_PASSWORD_MARK]: 'true' })).toEqual([false, false])
})

it.each<[SentInvitation['state'], boolean, boolean]>([
  ['sent', true, true],
  ['failed', true, true],
  ['expired', true, false],
  ['answered', false, false],
  ['withdrawn', false, false],
])('an invitation that is %s may be sent again: %s, and withdrawn: %s', (state, again, open) => {
  expect([canSendAgain({ state }), isOpen({ state })]).toEqual([again, open])
})
