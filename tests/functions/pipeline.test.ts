import { beforeEach, expect, test, vi } from 'vitest'
import { FunctionError } from '../../supabase/functions/_shared/errors.ts'
import { createFunction } from '../../supabase/functions/_shared/pipeline.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
// Defines the WebSocket that Node 20 lacks.
import '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const { on, fetch } = createFunction<{ size: number }>({
  services: createServices({ ...FEWEST_SETTINGS }),
  methods: ['POST'],
  respond: (c, result) => c.json(result),
  onError: (error, c) => c.text(error instanceof FunctionError ? error.code : error.message, 400),
})
const act = vi.fn(async (_: unknown, bytes?: Uint8Array) => ({ size: bytes?.length ?? 0 }))
on('POST', '/photo', {
  who: 'visitor',
  body: { type: 'image/webp', maxBytes: 4, parse: (bytes) => new Uint8Array(bytes) },
  act,
})
on('POST', '/private', { who: 'administrator', act })
on('POST', '/fails', {
  who: 'visitor',
  act: () => Promise.reject({ code: 'PT423', message: 'refused by the database', details: null }),
})

beforeEach(() => void act.mockClear())

const call = async (path: string, { headers, ...init }: RequestInit & { duplex?: 'half' } = {}) => {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'image/webp', ...headers },
    ...init,
  })
  const response = await fetch(request)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  return response.text()
}

test('a route accepts a body only within its size limit and content type', async () => {
  expect(await call('/photo', { body: new Uint8Array(4) })).toBe('{"size":4}')
  expect(await call('/photo', { body: new Uint8Array(5) })).toBe('too-large')
  const png = { 'content-type': 'image/png' }
  expect(await call('/photo', { body: new Uint8Array(4), headers: png })).toBe('unsupported-type')
})

test('a body over the size limit is refused, whatever its content-length header claims', async () => {
  const body = () => new Blob([new Uint8Array(5)]).stream()
  expect(await call('/photo', { body: body(), duplex: 'half' })).toBe('too-large')
  expect(await call('/photo', { body: body(), duplex: 'half', headers: { 'content-length': '1' } })).toBe('too-large')
  expect(act).not.toHaveBeenCalled()
})

test("refuses a visitor an administrator's route before the handler runs", async () => {
  expect(await call('/private')).toBe('not-allowed')
  expect(act).not.toHaveBeenCalled()
})

test('a database client error, a plain object, reaches the error handler', async () => {
  expect(await call('/fails')).toBe('refused by the database')
})

test('a path or method without a route returns method-not-allowed', async () => {
  expect(await call('/other')).toBe('method-not-allowed')
  expect(await call('/photo', { method: 'GET' })).toBe('method-not-allowed')
  expect(await call('/photo', { method: 'OPTIONS' })).toBe('')
})
