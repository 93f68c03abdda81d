import { PASSWORD_MIN } from '@contract/auth-admin'
import { expect, test } from 'vitest'
import { defaultAdmin } from '@/admin/default-admin'
import common from '@/admin/features/session/common-passwords.txt?raw'
import { guessableBecause } from '@/admin/features/session/guessable'
import { site } from '@/content/site'

const email = 'jo.harrington@example.com'

test.each(['qwertyuiop', '1234567890', 'QWERTYUIOP', 'pianoforte'])(
  '%s is refused: too many people use it',
  async (password) => {
    expect(await guessableBecause(password, email)).toBe('common')
  },
)

test.each([
  defaultAdmin.password,
  `${site.name} 24`,
  'Administrator-1',
  'basement-admin',
  'harrington2024',
  'Groundworks!2026',
  'password-and-1',
])('%s is refused: anybody would try it here', async (password) => {
  expect(await guessableBecause(password, email)).toBe('context')
})

test.each(['correct horse battery staple', 'three basement skips', 'a-brand-new-password', 'жёлтый экскаватор'])(
  '%s is accepted',
  async (password) => {
    expect(await guessableBecause(password, email)).toBeUndefined()
  },
)

test('the list holds three thousand passwords that are long enough to be chosen here', () => {
  const passwords = common.trim().split('\n')
  expect(new Set(passwords).size).toBe(3_000)
  expect(passwords.filter((password) => password.length < PASSWORD_MIN)).toEqual([])
})
