import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installSendEmailPatch } from '@/app/send-email-patch'

const ORIGIN = 'https://www.example.com'
const PATH = '/api/send-business-card'
const ADDRESS = ORIGIN + PATH
const headers = { Authorization: 'Bearer of-the-session' }
const post = { method: 'POST', body: '{"email":"pat@example.com"}', headers }

const network = vi.fn<typeof fetch>(async () => new Response('from the network'))
const handler = vi.fn(async (request: Request) => new Response(`handled ${request.method} ${request.url}`))
const loadHandler = vi.fn(async () => handler)
let holder: { fetch: typeof fetch; location: { href: string; origin: string } }

beforeEach(() => {
  for (const mock of [network, handler, loadHandler]) mock.mockClear()
  holder = { fetch: network, location: { href: `${ORIGIN}/business-card?x=1`, origin: ORIGIN } }
})

const answer = async (input: RequestInfo | URL, init?: RequestInit) => (await holder.fetch(input, init)).text()

describe('fetch patch for POST /api/send-business-card', () => {
  it.each<[string, RequestInfo | URL, RequestInit | undefined]>([
    ['a relative path', PATH, post],
    ['a path relative to the page', PATH.slice(1), post],
    ['an absolute URL of the same origin', ADDRESS, post],
    ['a URL object', new URL(ADDRESS), post],
    ['a Request object', new Request(ADDRESS, post), undefined],
    ['a GET Request overridden by options', new Request(ADDRESS), post],
    ['a lower-case method', PATH, { ...post, method: 'post' }],
    ['a query string and a fragment', `${PATH}?from=card#card`, post],
    ['dots in its path', `/projects/..${PATH}`, post],
  ])('the fetch patch handles a POST with %s', async (_, input, init) => {
    installSendEmailPatch(holder, loadHandler)
    expect(await answer(input, init)).toContain(`handled POST ${ADDRESS}`)
    expect(network).not.toHaveBeenCalled()
    const request = handler.mock.calls[0]?.[0]
    expect([await request?.text(), request?.headers.get('authorization')]).toEqual([post.body, 'Bearer of-the-session'])
  })

  it.each<[string, () => Promise<typeof handler>, RequestInit]>([
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch')), post],
    ['throws', async () => vi.fn(() => Promise.reject(new Error('a stack of secrets'))), post],
    ['gets an invalid request', async () => handler, { ...post, headers: { 'no header': '' } }],
  ])('the fetch patch returns 500 with the contract message when the handler %s', async (_, load, init) => {
    vi.spyOn(console, 'info').mockImplementationOnce(() => {})
    installSendEmailPatch(holder, load)
    const response = await holder.fetch(ADDRESS, init)
    const message = 'Failed to process your request. Please try again later.'
    expect([response.status, await response.json()]).toEqual([500, { success: false, message }])
    expect(network).not.toHaveBeenCalled()
  })

  it('the fetch patch aborts with its caller, even while the handler is loading', async () => {
    installSendEmailPatch(holder, loadHandler)
    const controller = new AbortController()
    const init = { ...post, signal: controller.signal }
    await holder.fetch(ADDRESS, init)
    const never = new Promise<typeof handler>(() => {})
    loadHandler.mockReturnValueOnce(never).mockReturnValueOnce(never)
    const pending = holder.fetch(ADDRESS, init)
    controller.abort()
    expect(handler.mock.calls[0]?.[0].signal.aborted).toBe(true)
    await expect(pending).rejects.toThrow(/abort/i)
    await expect(holder.fetch(ADDRESS, init)).rejects.toThrow(/abort/i)
  })
})

describe('other requests', () => {
  it.each<[string, RequestInfo | URL, RequestInit | undefined]>([
    ['a GET of the same path', PATH, undefined],
    ['a PUT of the same path', ADDRESS, { ...post, method: 'PUT' }],
    ['a POST Request turned into a GET', new Request(ADDRESS, post), { method: 'GET' }],
    ['a longer path', `${PATH}/extra`, post],
    ['a path with a trailing slash', `${PATH}/`, post],
    ['a path in different case', '/API/send-business-card', post],
    ['the path of another origin', `https://evil.example${PATH}`, post],
    ['the path of another port', `https://www.example.com:8443${PATH}`, post],
    ['the path of another protocol', `http://www.example.com${PATH}`, post],
    ['a URL relative to another host', `//evil.example${PATH}`, post],
    ['the path inside a query', `/search?q=${PATH}`, post],
    ['a Request to another origin', new Request(`https://evil.example${PATH}`, post), undefined],
    ['an invalid URL', 'https://', post],
    ['a data URL', 'data:text/plain,hello', post],
  ])('the fetch patch passes %s to the network', async (_, input, init) => {
    installSendEmailPatch(holder, loadHandler)
    expect(await answer(input, init)).toBe('from the network')
    const [called, options] = network.mock.calls[0] ?? []
    expect([called === input, options === init]).toEqual([true, true])
    expect(network.mock.contexts[0]).toBe(holder)
    expect(loadHandler).not.toHaveBeenCalled()
  })

  it('the fetch patch passes on network failures', async () => {
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    installSendEmailPatch(holder, loadHandler)
    await expect(holder.fetch('/elsewhere')).rejects.toThrow('Failed to fetch')
  })
})
