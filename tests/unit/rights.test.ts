import { DEFAULT_PASSWORD_MARK, PASSWORD_CHANGE_FLAG } from '@contract/auth-admin'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { canSendAgain, isOpen, type SentInvitation } from '@/domain/invitation'
import { approvalLinkSchema } from '@/domain/moderation'
import { hasAdminRole, hasDefaultPassword, mustChangePassword } from '@/domain/user'

it.each([
  [{ user_metadata: { role: 'admin' } }, true],
  [{ raw_user_meta_data: { role: 'admin' } }, true],
  [{ user_metadata: { role: 'Admin' } }, false],
  [{ user_metadata: { role: ['admin'] } }, false],
  [{ user_metadata: null, role: 'admin' }, false],
  [{ user_metadata: 'admin' }, false],
  [{}, false],
  [null, false],
])('%j is an administrator: %s', (user, held) => {
  expect(hasAdminRole(user)).toBe(held)
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

it('an approval link has an id and 64 hexadecimal digits', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const hash = '0af'.repeat(21)
  expect(v.is(approvalLinkSchema, { id, hash: `${hash}9` })).toBe(true)
  for (const wrong of [hash, `${hash}9a`, `${hash}g`]) expect(v.is(approvalLinkSchema, { id, hash: wrong })).toBe(false)
  expect(v.is(approvalLinkSchema, { id: '1', hash: `${hash}9` })).toBe(false)
})
