import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSnapshot } from '../../src/prerender/snapshot'
import { startTestServer, type TestServer } from '../support/backend'

let backend: TestServer
let imitation: Server | undefined
const warnings: string[] = []
const warn = (sentence: string) => void warnings.push(sentence)
const settingsOf = (url: string) => ({
  VITE_SUPABASE_URL: url,
  VITE_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
})

/** A backend that answers like no real one does. */
const listen = async (answer: RequestListener) => {
  imitation = createServer(answer)
  await new Promise<void>((resolve) => imitation?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(imitation.address() as AddressInfo).port}`
}

beforeAll(async () => {
  backend = await startTestServer()
})
afterAll(() => backend.stop())
afterEach(() => {
  imitation?.closeAllConnections()
  imitation?.close()
  warnings.length = 0
})

describe('what a build asks its backend', () => {
  it('is nothing where no backend is configured: the embedded one is not there yet', async () => {
    expect(await readSnapshot('virtual:published-media', {}, warn)).toBeNull()
    expect(warnings).toEqual([])
  })

  it('gives nothing while nothing has been published or approved', async () => {
    expect(await readSnapshot('virtual:published-media', settingsOf(backend.url), warn)).toBeNull()
    expect(await readSnapshot('virtual:approved-reviews', settingsOf(backend.url), warn)).toEqual({
      reviews: [],
      summary: { count: 0, average: null },
    })
    expect(warnings).toEqual([])
  })

  it('gives the newest publication, and the first page of approved reviews with no address of a customer', async () => {
    await backend.sql(`
      insert into publications default values;
      insert into publication_items (publication_id, place, position, kind, alt, built_in)
      values ((select max(id) from publications), 'hero', 0, 'built-in', 'Words', '/pictures/hero/01-mayfair-section')`)
    await backend.sql(`
      insert into reviews (name, location, text, rating, status, email, created_at)
      select 'R' || n, 'Barnes', 'Text ' || n, 4, case when n = 8 then 'pending' else 'approved' end,
        'customer' || n || '@example.com', timestamptz '2026-01-01' + n * interval '1 day'
      from generate_series(1, 8) n`)
    expect(await readSnapshot('virtual:published-media', settingsOf(`${backend.url}/`), warn)).toEqual({
      id: 1,
      items: [expect.objectContaining({ kind: 'built-in', alt: 'Words' })],
    })
    const approved = await readSnapshot('virtual:approved-reviews', settingsOf(backend.url), warn)
    expect(approved).toMatchObject({
      reviews: ['R7', 'R6', 'R5', 'R4', 'R3', 'R2'].map((name) => ({ name })),
      summary: { count: 7, average: 4 },
    })
    expect(JSON.stringify(approved)).not.toContain('@example.com')
    // Among the oldest, on the second page.
    await backend.sql("update reviews set verified = true where name = 'R1'")
    expect(await readSnapshot('virtual:featured-review', settingsOf(backend.url), warn)).toEqual({
      name: 'R1',
      location: 'Barnes',
      text: 'Text 1',
      note: 'Verified customer',
    })
    expect(warnings).toEqual([])
  })
})

describe('a build goes on', () => {
  const BUILT_IN = /^No usable answer from http.*, so the home page is built with the built-in pictures\.$/
  const items = [{ kind: 'image', place: 'hero', position: 0, alt: '', stills: ['https://elsewhere.example/a.webp'] }]
  it.each<[string, RequestListener, RegExp]>([
    [
      'that names a picture elsewhere',
      (_request, response) => response.end(JSON.stringify({ id: 1, items })),
      BUILT_IN,
    ],
    ['that fails', (_request, response) => response.writeHead(503).end(), /\(it answered 503\)/],
  ])('with one sentence of warning about a backend %s', async (_, answer, sentence) => {
    expect(await readSnapshot('virtual:published-media', settingsOf(await listen(answer)), warn)).toBeNull()
    expect(warnings).toEqual([expect.stringMatching(sentence)])
  })

  it('without a backend, and with one that never answers', async () => {
    const url = await listen(() => {})
    expect(await readSnapshot('virtual:approved-reviews', settingsOf(url), warn)).toBeNull()
    imitation?.closeAllConnections()
    imitation?.close()
    expect(await readSnapshot('virtual:published-media', settingsOf(url), warn)).toBeNull()
    expect(warnings).toEqual([
      expect.stringContaining('so the testimonials page is built without the reviews'),
      expect.stringMatching(BUILT_IN),
    ])
  }, 20_000)

  it('after asking a backend that fails a second time, and no third time', async () => {
    let calls = 0
    let failures = 2
    const url = await listen((_request, response) => {
      calls += 1
      response.writeHead(calls <= failures ? 500 : 200).end('null')
    })
    await readSnapshot('virtual:published-media', settingsOf(url), warn)
    expect([calls, warnings.length]).toEqual([2, 1])
    failures = 3
    await readSnapshot('virtual:published-media', settingsOf(url), warn)
    expect([calls, warnings.length]).toEqual([4, 1])
  })
})
