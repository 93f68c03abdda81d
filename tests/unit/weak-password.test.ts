import { expect, test } from 'vitest'
import { defaultAdmin } from '@/admin/session/default-admin'
import { weakPasswordReason } from '@/admin/session/weak-password'
import { site } from '@/content/site'

const email = 'jo.harrington@example.com'
const common = ['qwertyuiop', '1234567890', 'QWERTYUIOP', 'P@ssw0rd2026', 'aaaaaaaaaaaa']
const here = [defaultAdmin.password, `${site.name} 24`, 'Dashboard-1', 'harrington2024', 'Groundworks!2026', email]
const safe = ['correct horse battery staple', 'a-brand-new-password', 'жёлтый экскаватор']

test.each([
  ['is rejected if it is common', 'common', common],
  ['is rejected if the site or account makes it guessable', 'context', here],
  ['is accepted if it is strong', undefined, safe],
] as const)('a password %s', async (_, reason, passwords) => {
  for (const password of passwords) expect(await weakPasswordReason(password, email), password).toBe(reason)
})

test('passwords are checked even if the account has no email address', async () => {
  expect(await weakPasswordReason('correct horse battery staple', '')).toBeUndefined()
  expect(await weakPasswordReason('Groundworks!2026', '')).toBe('context')
  expect(await weakPasswordReason('harrington2024', '')).not.toBe('context')
})
