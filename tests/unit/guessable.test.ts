import { expect, test } from 'vitest'
import { defaultAdmin } from '@/admin/default-admin'
import { guessableBecause } from '@/admin/features/session/guessable'
import { site } from '@/content/site'

const email = 'jo.harrington@example.com'

test.each(['qwertyuiop', '1234567890', 'QWERTYUIOP', 'P@ssw0rd2026', 'aaaaaaaaaaaa'])(
  '%s is refused: too many people use its like',
  async (password) => {
    expect(await guessableBecause(password, email)).toBe('common')
  },
)

test.each([
  defaultAdmin.password,
  `${site.name} 24`,
  'Dashboard-1',
  'harrington2024',
  'Groundworks!2026',
  'jo.harrington@example.com',
])('%s is refused: anybody would try it here', async (password) => {
  expect(await guessableBecause(password, email)).toBe('context')
})

test.each(['correct horse battery staple', 'three basement skips', 'a-brand-new-password', 'жёлтый экскаватор'])(
  '%s is accepted',
  async (password) => {
    expect(await guessableBecause(password, email)).toBeUndefined()
  },
)

test('an account without an e-mail address is judged by everything else', async () => {
  expect(await guessableBecause('correct horse battery staple', '')).toBeUndefined()
  expect(await guessableBecause('Groundworks!2026', '')).toBe('context')
  expect(await guessableBecause('qwertyuiop', '')).toBe('common')
  expect(await guessableBecause('harrington2024', '')).not.toBe('context')
})
