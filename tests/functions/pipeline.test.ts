import { expect, test } from 'vitest'
import { FunctionError } from '../../supabase/functions/_shared/errors.ts'
import { createFunction } from '../../supabase/functions/_shared/pipeline.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
// For the WebSocket that Node 20 lacks.
import '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'

const { on, fetch } = createFunction<{ size: number }>({
  services: createServices({ ...FEWEST_SETTINGS }),
  methods: ['POST'],
  respond: (c, result) => c.json(result),
  onError: (error, c) => c.text(error instanceof FunctionError ? error.code : error.message, 400),
})
on('POST', '/photo', {
  who: 'visitor',
  body: { type: 'image/webp', maxBytes: 4, parse: (bytes) => new Uint8Array(bytes) },
  act: async (_, bytes) => ({ size: bytes.length }),
})
on('POST', '/private', { who: 'administrator', act: async () => ({ size: 0 }) })
on('POST', '/fails', {
  who: 'visitor',
  act: () => Promise.reject({ code: 'PT423', message: 'refused by the database', details: null }),
})

const post = async (path: string, body?: BodyInit, type = 'image/webp') => {
  const headers = { 'content-type': type }
  const response = await fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body: body ?? null }))
  return response.text()
}

test('a route can read its body as bytes, up to a size and of one content type', async () => {
  expect(await post('/photo', new Uint8Array(4))).toBe('{"size":4}')
  expect(await post('/photo', new Uint8Array(5))).toBe('too-large')
  expect(await post('/photo', new Uint8Array(4), 'image/png')).toBe('unsupported-type')
})

test('a streamed body without a length is refused once it exceeds the size', async () => {
  const stream = new Blob([new Uint8Array(5)]).stream()
  const request = new Request('http://localhost/photo', {
    method: 'POST',
    headers: { 'content-type': 'image/webp' },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(await (await fetch(request)).text()).toBe('too-large')
})

test("an administrator's route refuses visitors before it acts", async () => {
  expect(await post('/private')).toBe('not-allowed')
})

test('an error of the database client, which is not an Error, reaches the error handler', async () => {
  expect(await post('/fails')).toBe('refused by the database')
})

test('a path or method without a route is answered with method-not-allowed', async () => {
  expect(await post('/other')).toBe('method-not-allowed')
  expect(await (await fetch(new Request('http://localhost/photo'))).text()).toBe('method-not-allowed')
})
