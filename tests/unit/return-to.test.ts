import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getReturnPath } from '@/admin/components/return-to'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://site.example' } }))
afterEach(() => vi.unstubAllGlobals())

const DASHBOARD = '/admin/dashboard'

it.each([
  ['https://evil.example/admin', DASHBOARD],
  ['//evil.example/admin', DASHBOARD],
  ['/', DASHBOARD],
  ['/admin/login', DASHBOARD],
  ['/administrator', DASHBOARD],
  ['javascript:alert(1)', DASHBOARD],
  [{ pathname: '/admin/user-manager' }, DASHBOARD],
  [undefined, DASHBOARD],
  ['/admin/user-manager?add=1#own-account', '/admin/user-manager?add=1#own-account'],
])('signing in with the return path %s leads to %s', (from, path) => expect(getReturnPath({ from })).toBe(path))
