import { expect, it } from 'vitest'
import { pathAfterLogin } from '@/admin/components/return-to'

it.each([
  'https://evil.example/admin',
  '//evil.example/admin',
  '/',
  '/admin/login',
  '/administrator',
  'javascript:alert(1)',
  { pathname: '/admin/user-manager' },
  undefined,
])('the login screen does not lead to %s', (from) => expect(pathAfterLogin({ from })).toBe('/admin/dashboard'))
