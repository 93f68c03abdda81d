import { createServer, type RequestListener, type Server } from 'node:http'
import { build, type Rolldown } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSnapshot, snapshots } from '@/prerender/snapshot'
import { fakeContent, fakeFileName, fakeImage, fakeProjectImage } from '../support/custom-projects'
import { listen } from '../support/listen'

let imitation: Server | undefined
const NO_PAUSES = [0, 0, 0, 0]
const NOTHING = { changed: 3, contents: 3, publication: null, review: null, portfolio: [] }
const settingsOf = (url: string) => ({ VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_a' })

const imitate = (answer: RequestListener) => {
  imitation = createServer(answer)
  return listen(imitation)
}

afterEach(() => {
  imitation?.closeAllConnections()
  imitation?.close()
  vi.unstubAllEnvs()
})

it('a build without a configured backend has no snapshot', async () => {
  expect(await readSnapshot('virtual:site', {})).toBeNull()
})

describe('a build with a configured backend', () => {
  const read = (url: string) => readSnapshot('virtual:site', settingsOf(url), NO_PAUSES)
  const fine = { kind: 'image', place: 'hero', position: 1, alt: '', ...fakeImage(fakeFileName('a')) }
  const whole = fakeContent(fakeProjectImage(fakeFileName('a')))
  const row = { built_in: false, position: 1, status: 'published', content: { ...whole, image: whole.images[0] } }
  const elsewhere = { ...fine, position: 0, files: ['https://elsewhere.example/a.webp'] }
  const answering = (status: number, body: string) => {
    const answer = vi.fn<RequestListener>((_request, response) => response.writeHead(status).end(body))
    return { url: imitate(answer), answer }
  }

  it('a build skips a published image that cannot be read', async () => {
    const items = [elsewhere, fine]
    const { url } = answering(200, JSON.stringify({ ...NOTHING, publication: { id: 1, items } }))
    expect(await read(await url)).toMatchObject({ publication: { id: 1, items: [fine] } })
  })

  it.each([
    ['fails five times', 503, '', 5, 'it answered 503'],
    ['is rate limited five times', 429, '', 5, 'it answered 429'],
    ['lacks the endpoint', 404, '{}', 1, 'it answered 404'],
    ['returns something other than JSON', 200, '<!doctype html>', 1, 'JSON'],
  ])('a build fails with instructions if the backend %s', async (_, status, body, times, reason) => {
    const { url, answer } = answering(status, body)
    const sentence = `^No usable answer from http.*${reason}.*so nothing was built.*BUILD_WITHOUT_BACKEND=on`
    await expect(read(await url)).rejects.toThrow(new RegExp(sentence))
    expect(answer).toHaveBeenCalledTimes(times)
  })

  it('a build retries until the backend recovers from errors and broken connections', async () => {
    let calls = 0
    const url = await imitate((_request, response) => {
      calls += 1
      if (calls === 1) response.destroy()
      else if (calls === 2)
        response.writeHead(200, { 'content-length': 60 }).write('{"changed":3,', () => response.destroy())
      else response.writeHead(calls < 5 ? 500 : 200).end(JSON.stringify(NOTHING))
    })
    expect(await read(url)).toMatchObject({ changed: 3 })
    expect(calls).toBe(5)
  })

  it('a build skips a review that cannot be read', async () => {
    const review = { id: 'a', name: 'Ann', location: 'Bow', title: null, text: 'Dry', rating: 5, source: '' }
    const fine = { ...review, verified: false, created_at: '2026-01-01T00:00:00+00:00' }
    const url = await imitate(({ url: asked }, response) => {
      const isSummary = asked?.includes('summary')
      response.end(JSON.stringify(isSummary ? { count: 2, average: 5 } : [{ ...fine, text: 7 }, fine]))
    })
    const known = await readSnapshot('virtual:approved-reviews', settingsOf(url), NO_PAUSES)
    expect(known).toMatchObject({ reviews: [fine] })
  })

  it('a build skips a project and its card if it was unpublished during the build', async () => {
    const portfolio = ['gone', 'cellar'].map((id) => ({ ...row, id }))
    const url = await imitate(({ url: asked = '' }, response) => {
      const answer = asked.includes('/site') ? { ...NOTHING, portfolio } : asked.endsWith('=cellar') ? whole : null
      response.end(JSON.stringify(answer))
    })
    const left = [{ id: 'cellar' }]
    expect(await read(url)).toMatchObject({ projects: left, portfolio: { custom: left } })
  })

  it('a build fetches at most eight projects at a time', async () => {
    const portfolio = Array.from({ length: 20 }, (_, n) => ({ ...row, id: `cellar-${n}` }))
    let [asked, most] = [0, 0]
    const url = await imitate(async ({ url: question }, response) => {
      if (question?.includes('/site')) return response.end(JSON.stringify({ ...NOTHING, portfolio }))
      asked += 1
      most = Math.max(most, asked)
      await new Promise((resolve) => setTimeout(resolve, 20))
      asked -= 1
      return response.end(JSON.stringify(whole))
    })
    expect(await read(url)).toMatchObject({ projects: portfolio.map(({ id }) => ({ id })) })
    expect(most).toBe(8)
  })

  it('a build counts as outdated if a review is unpublished during the build', async () => {
    let [isLate, changed] = [true, 3]
    const url = await imitate(({ url: asked = '' }, response) => {
      if (asked.endsWith('/site') && isLate) {
        isLate = false
        return response.writeHead(503).end()
      }
      const summary = { count: 4 - changed, average: null }
      const answer = asked.endsWith('/site') ? { ...NOTHING, changed } : asked.endsWith('summary') ? summary : []
      // The review disappears between two reads.
      if (!asked.endsWith('summary')) changed = 4
      return response.end(JSON.stringify(answer))
    })
    for (const [name, value] of Object.entries(settingsOf(url))) vi.stubEnv(name, value)
    const { output } = (await build({
      ...{ configFile: false, logLevel: 'silent', plugins: [snapshots()] },
      build: { write: false, rolldownOptions: { input: 'virtual:approved-reviews' } },
    })) as Rolldown.RolldownOutput
    const version = output.find(({ fileName }) => fileName === 'version.json') as Rolldown.OutputAsset
    expect(JSON.parse(String(version.source))).toEqual({ changed: 3 })
  })

  it('a build with BUILD_WITHOUT_BACKEND=on sends no request to the backend', async () => {
    vi.stubEnv('BUILD_WITHOUT_BACKEND', 'on')
    const { url, answer } = answering(503, '')
    expect(await read(await url)).toBeNull()
    expect(answer).not.toHaveBeenCalled()
  })
})
