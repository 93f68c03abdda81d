import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { testimonial } from '../support/site-process.ts'

let backend: TestBackend
let faults = 0
beforeAll(async () => {
  backend = await createTestBackend()
})
afterAll(async () => {
  await backend.stop()
  console.info(`${faults} faults: clocks that jump; nothing was lost`)
})

const submit = async (text: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(testimonial(text))
  return (await backend.fetch('/api/submit-testimonial', { method: 'POST', headers, body })).status
}

// The database has no clock of its own to put right: that what it has noted lies elsewhere comes to the same.
test.each([
  ['ahead', `- interval '2 hours'`],
  ['back', `+ interval '30 days'`],
])('a clock that jumps %s locks nobody out for longer than the limit says', async (way, shift) => {
  await backend.sql('delete from private.rate_limit_hits')
  for (let call = 0; call < 10; call += 1) expect(await submit(`${way} ${call}`)).toBe(200)
  expect(await submit(`${way}, one too many`)).toBe(429)
  await backend.sql(`update private.rate_limit_hits set hit_at = hit_at ${shift}, expires_at = expires_at ${shift}`)
  faults += 1
  expect(await submit(`${way}, afterwards`)).toBe(200)
  const stored = await backend.sql(`select 1 from reviews where text like '${way} %' or text like '${way},%'`)
  expect(stored).toHaveLength(11)
})
