import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSnapshot } from '../../src/prerender/snapshot'
import { startTestServer, type TestServer } from '../support/backend'

let backend: TestServer
let imitation: Server | undefined
const NO_PAUSES = [0, 0, 0, 0]
const NOTHING = { changed: 3, contents: 3, publication: null, review: null, portfolio: [] }
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
  vi.unstubAllEnvs()
})

describe('what a build asks its backend', () => {
  it('is nothing where no backend is configured: the embedded one is not there yet', async () => {
    expect(await readSnapshot('virtual:site', {})).toBeNull()
  })

  it('gives nothing while nothing has been published or approved', async () => {
    const site = {
      ...{ changed: 0, contents: 0, publication: null, review: null },
      portfolio: { order: [], hidden: [], unreadable: [], own: [] },
      projects: [],
    }
    expect(await readSnapshot('virtual:site', settingsOf(backend.url))).toEqual(site)
    expect(await readSnapshot('virtual:approved-reviews', settingsOf(backend.url))).toEqual({
      reviews: [],
      summary: { count: 0, average: null },
    })
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
    expect(await readSnapshot('virtual:site', settingsOf(`${backend.url}/`))).toMatchObject({
      changed: 3,
      publication: { id: 1, items: [{ kind: 'built-in', alt: 'Words' }] },
    })
    const approved = await readSnapshot('virtual:approved-reviews', settingsOf(backend.url))
    expect(approved).toMatchObject({
      reviews: ['R7', 'R6', 'R5', 'R4', 'R3', 'R2'].map((name) => ({ name })),
      summary: { count: 7, average: 4 },
    })
    expect(JSON.stringify(approved)).not.toContain('@example.com')
  })
})

describe('a build of a named backend', () => {
  const read = (url: string) => readSnapshot('virtual:site', settingsOf(url), NO_PAUSES)
  const size = { widths: [640], width: 640, height: 480, placeholder: '#d6d0c8' }
  const fine = { kind: 'image', place: 'hero', position: 1, alt: '', files: [`${'a'.repeat(64)}.webp`], ...size }
  const elsewhere = { ...fine, position: 0, files: ['https://elsewhere.example/a.webp'] }
  const answering = (status: number, body: string) => {
    let calls = 0
    const url = listen((_request, response) => {
      calls += 1
      response.writeHead(status).end(body)
    })
    return { url, calls: () => calls }
  }

  it('goes without a picture that cannot be read', async () => {
    const items = [elsewhere, fine]
    const { url } = answering(200, JSON.stringify({ ...NOTHING, publication: { id: 1, items } }))
    expect(await read(await url)).toMatchObject({ publication: { id: 1, items: [fine] } })
  })

  it.each([
    ['fails five times', 503, '', 5, 'it answered 503'],
    ['is busy five times', 429, '', 5, 'it answered 429'],
    ['does not know the question', 404, '{}', 1, 'it answered 404'],
    ['answers something else', 200, '<!doctype html>', 1, 'JSON'],
  ])('fails with a sentence that says what to do where it %s', async (_, status, body, times, reason) => {
    const { url, calls } = answering(status, body)
    const sentence = new RegExp(
      `^No usable answer from http.*${reason}.*so nothing was built.*BUILD_WITHOUT_BACKEND=on`,
    )
    await expect(read(await url)).rejects.toThrow(sentence)
    expect(calls()).toBe(times)
  })

  it('waits for one that comes back, and asks one that is silent, or breaks off, again', async () => {
    let calls = 0
    const url = await listen((_request, response) => {
      calls += 1
      if (calls === 1) response.destroy()
      else if (calls === 2)
        response.writeHead(200, { 'content-length': 60 }).write('{"changed":3,', () => response.destroy())
      else response.writeHead(calls < 5 ? 500 : 200).end(JSON.stringify(NOTHING))
    })
    expect(await read(url)).toMatchObject({ changed: 3 })
    expect(calls).toBe(5)
  })

  it('goes without a review that cannot be read', async () => {
    const review = {
      id: 'a',
      name: 'Ann',
      location: 'Bow',
      title: null,
      text: 'Dry',
      rating: 5,
      source: '',
      verified: false,
    }
    const fine = { ...review, created_at: '2026-01-01T00:00:00+00:00' }
    const url = await listen(({ url: asked }, response) =>
      response.end(
        JSON.stringify(asked?.includes('summary') ? { count: 2, average: 5 } : [{ ...fine, text: 7 }, fine]),
      ),
    )
    expect(await readSnapshot('virtual:approved-reviews', settingsOf(url), NO_PAUSES)).toMatchObject({
      reviews: [fine],
    })
  })

  it('is asked for eight projects at a time', async () => {
    const image = { ...fine, description: '', alt: 'Dry' }
    const content = { title: 'A cellar', location: 'Camden', completed: '2025-11', summary: 'One dry room.' }
    const row = { built_in: false, position: 1, status: 'published', published_at: '2026-01-01' }
    const card = { ...content, image, before: null, after: null }
    const portfolio = Array.from({ length: 20 }, (_, n) => ({ ...row, id: `cellar-${n}`, content: card }))
    let [asked, most] = [0, 0]
    const url = await listen(async ({ url: question }, response) => {
      if (question?.includes('/site')) return response.end(JSON.stringify({ ...NOTHING, portfolio }))
      asked += 1
      most = Math.max(most, asked)
      await new Promise((resolve) => setTimeout(resolve, 20))
      asked -= 1
      const whole = { ...content, description: [], services: [], images: [image], cover: 0, before: null, after: null }
      return response.end(JSON.stringify(whole))
    })
    expect(await read(url)).toMatchObject({ projects: portfolio.map(({ id }) => ({ id })) })
    expect(most).toBe(8)
  })

  it('needs none where it is told to do without, of a project that is paused', async () => {
    vi.stubEnv('BUILD_WITHOUT_BACKEND', 'on')
    const { url, calls } = answering(503, '')
    expect(await read(await url)).toBeNull()
    expect(calls()).toBe(0)
  })
})
