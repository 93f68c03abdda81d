import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installSendEmailPatch } from '@/app/send-email-patch'

const ORIGIN = 'https://www.example.com'
const ADDRESS = `${ORIGIN}/api/send-business-card`

const makeWindow = () => {
  const network = vi.fn<typeof fetch>(async () => new Response('from the network'))
  return {
    holder: { fetch: network as typeof fetch, location: { href: `${ORIGIN}/business-card?x=1`, origin: ORIGIN } },
    network,
  }
}
const handler = vi.fn(async (request: Request) => new Response(`handled ${request.method} ${request.url}`))
const loadHandler = vi.fn(async () => handler)
beforeEach(() => {
  handler.mockClear()
  loadHandler.mockClear()
})

const text = async (response: Promise<Response>) => (await response).text()

describe('the fetch patch answers POST /api/send-business-card itself', () => {
  const post = { method: 'POST', body: '{"email":"pat@example.com"}' }

  it.each<[string, RequestInfo | URL, RequestInit | undefined]>([
    ['a relative path', '/api/send-business-card', post],
    ['a path relative to the page', 'api/send-business-card', post],
    ['an absolute URL of the same origin', ADDRESS, post],
    ['a URL', new URL(ADDRESS), post],
    ['a Request', new Request(ADDRESS, post), undefined],
    ['a Request turned into a POST by the options', new Request(ADDRESS), post],
    ['a lower-case method', '/api/send-business-card', { ...post, method: 'post' }],
    ['a query string', '/api/send-business-card?from=card', post],
    ['a fragment', '/api/send-business-card#card', post],
    ['a path with dots', '/projects/../api/send-business-card', post],
  ])('for %s', async (_, input, init) => {
    const { holder, network } = makeWindow()
    installSendEmailPatch(holder, loadHandler)
    expect(await text(holder.fetch(input, init))).toMatch(
      /^handled POST https:\/\/www\.example\.com\/api\/send-business-card/,
    )
    expect(network).not.toHaveBeenCalled()
    expect(await handler.mock.calls[0]?.[0].text()).toBe(post.body)
  })

  it('with the headers and the abort signal of the caller', async () => {
    const { holder } = makeWindow()
    installSendEmailPatch(holder, loadHandler)
    const controller = new AbortController()
    await holder.fetch(ADDRESS, { ...post, headers: { 'X-Test': 'yes' }, signal: controller.signal })
    const request = handler.mock.calls[0]?.[0]
    expect(request?.headers.get('x-test')).toBe('yes')
    expect(request?.signal.aborted).toBe(false)
    controller.abort()
    expect(request?.signal.aborted).toBe(true)
  })

  it.each<[string, () => Promise<typeof handler>, RequestInit]>([
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch')), post],
    ['breaks', async () => vi.fn(() => Promise.reject(new Error('a stack of secrets'))), post],
    ['is sent what is no request', async () => handler, { ...post, headers: { 'no header': '' } }],
  ])("with 500 and the contract's sentence when the handler %s", async (_, load, init) => {
    vi.spyOn(console, 'info').mockImplementationOnce(() => {})
    const { holder, network } = makeWindow()
    installSendEmailPatch(holder, load)
    const response = await holder.fetch(ADDRESS, init)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      success: false,
      message: 'Failed to process your request. Please try again later.',
    })
    expect(network).not.toHaveBeenCalled()
  })

  it('and rejects when it is aborted, even while the handler is on its way', async () => {
    const { holder } = makeWindow()
    installSendEmailPatch(holder, () => new Promise(() => {}))
    const controller = new AbortController()
    const answer = holder.fetch(ADDRESS, { ...post, signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toThrow(/abort/i)
    await expect(holder.fetch(ADDRESS, { ...post, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })

  it('and loads its handler no sooner than the first such request', async () => {
    const { holder } = makeWindow()
    installSendEmailPatch(holder, loadHandler)
    await holder.fetch('/elsewhere')
    expect(loadHandler).not.toHaveBeenCalled()
    await holder.fetch(ADDRESS, post)
    expect(loadHandler).toHaveBeenCalledOnce()
  })
})

describe('the fetch patch leaves everything else alone', () => {
  it.each<[string, RequestInfo | URL, RequestInit | undefined]>([
    ['a GET of the same path', '/api/send-business-card', undefined],
    ['an OPTIONS of the same path', '/api/send-business-card', { method: 'OPTIONS' }],
    ['a PUT of the same path', ADDRESS, { method: 'PUT', body: 'x' }],
    ['a POST Request turned into a GET', new Request(ADDRESS, { method: 'POST' }), { method: 'GET' }],
    ['another path', '/api/submit-testimonial', { method: 'POST', body: 'x' }],
    ['a longer path', '/api/send-business-card/extra', { method: 'POST', body: 'x' }],
    ['a path with a slash at the end', '/api/send-business-card/', { method: 'POST', body: 'x' }],
    ['a path in other letters', '/API/send-business-card', { method: 'POST', body: 'x' }],
    ['the path of another origin', 'https://evil.example/api/send-business-card', { method: 'POST', body: 'x' }],
    ['the path of another port', 'https://www.example.com:8443/api/send-business-card', { method: 'POST' }],
    ['the path of another protocol', 'http://www.example.com/api/send-business-card', { method: 'POST' }],
    ['a URL relative to another host', '//evil.example/api/send-business-card', { method: 'POST' }],
    ['the path inside a query', '/search?q=/api/send-business-card', { method: 'POST' }],
    ['a Request to elsewhere', new Request('https://evil.example/', { method: 'POST' }), undefined],
    ['an invalid URL', 'https://', { method: 'POST' }],
    ['a data URL', 'data:text/plain,hello', { method: 'POST' }],
  ])('%s', async (_, input, init) => {
    const { holder, network } = makeWindow()
    installSendEmailPatch(holder, loadHandler)
    expect(await text(holder.fetch(input, init))).toBe('from the network')
    expect(network).toHaveBeenCalledOnce()
    const call = network.mock.calls[0] ?? []
    expect(call[0]).toBe(input)
    expect(call[1]).toBe(init)
    expect(network.mock.contexts[0]).toBe(holder)
    expect(loadHandler).not.toHaveBeenCalled()
  })

  it('and passes on the failure of the network', async () => {
    const { holder, network } = makeWindow()
    network.mockRejectedValue(new TypeError('Failed to fetch'))
    installSendEmailPatch(holder, loadHandler)
    await expect(holder.fetch('/elsewhere')).rejects.toThrow('Failed to fetch')
  })
})

describe('the fetch patch', () => {
  it('is installed once, however often it is asked for', () => {
    const { holder } = makeWindow()
    const remove = installSendEmailPatch(holder, loadHandler)
    const patched = holder.fetch
    expect(installSendEmailPatch(holder, loadHandler)).toBe(remove)
    expect(holder.fetch).toBe(patched)
  })

  it('can be taken off and put on again', async () => {
    const { holder, network } = makeWindow()
    const remove = installSendEmailPatch(holder, loadHandler)
    remove()
    expect(holder.fetch).toBe(network)
    installSendEmailPatch(holder, loadHandler)
    expect(await text(holder.fetch(ADDRESS, { method: 'POST' }))).toMatch(/^handled/)
  })

  it('stays when somebody else has replaced fetch meanwhile, and is not laid on twice', () => {
    const { holder } = makeWindow()
    const remove = installSendEmailPatch(holder, loadHandler)
    const inner = holder.fetch
    const foreign: typeof fetch = (...call) => inner(...call)
    holder.fetch = foreign
    remove()
    expect(holder.fetch).toBe(foreign)
    expect(installSendEmailPatch(holder, loadHandler)).toBe(remove)
    expect(holder.fetch).toBe(foreign)
  })

  it('ignores a second call of the function that took an earlier one off', () => {
    const { holder } = makeWindow()
    const removeFirst = installSendEmailPatch(holder, loadHandler)
    removeFirst()
    const removeSecond = installSendEmailPatch(holder, loadHandler)
    const patched = holder.fetch
    removeFirst()
    expect(holder.fetch).toBe(patched)
    expect(installSendEmailPatch(holder, loadHandler)).toBe(removeSecond)
  })
})
