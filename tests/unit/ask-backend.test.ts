import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callRpc, fetchBackend } from '@/lib/backend'

const network = vi.fn<typeof fetch>()

beforeEach(() => {
  network.mockReset().mockImplementation(async () => Response.json({ count: 2 }))
  vi.stubGlobal('fetch', network)
  vi.stubEnv('VITE_SUPABASE_URL', 'https://project.example.co/')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_a')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const sent = async () => {
  const request = new Request(...(network.mock.calls[0] ?? ['missing:']))
  const { method, url, headers } = request
  return { method, url, headers: Object.fromEntries(headers), body: await request.text() }
}
const json = { 'content-type': 'application/json' }

describe('backend requests', () => {
  it('an RPC query is a GET request whose only header is the public key', async () => {
    expect(await callRpc('count?p_of=1', undefined)).toEqual({ count: 2 })
    const url = 'https://project.example.co/rest/v1/rpc/count?p_of=1'
    expect(await sent()).toEqual({ method: 'GET', url, headers: { apikey: 'sb_publishable_a' }, body: '' })
  })

  it('RPC arguments passed as a body are sent by POST, not in the URL', async () => {
    await callRpc('look_up', undefined, { p_token: 'secret' })
    const headers = { apikey: 'sb_publishable_a', ...json }
    const url = 'https://project.example.co/rest/v1/rpc/look_up'
    expect(await sent()).toEqual({ method: 'POST', url, headers, body: '{"p_token":"secret"}' })
  })

  it('a request to another host has custom headers but no API key', async () => {
    await fetchBackend('/api/tell', { body: {}, headers: { 'x-own': 'a' }, host: 'https://other.example' })
    const headers = { ...json, 'x-own': 'a' }
    expect(await sent()).toEqual({ method: 'POST', url: 'https://other.example/api/tell', headers, body: '{}' })
  })

  it.each([null, false])('an RPC call returns the value %s', async (told) => {
    network.mockImplementation(async () => Response.json(told))
    expect(await callRpc('count', undefined)).toBe(told)
  })

  it.each([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['unexpected', async () => Response.json({ count: 2 }, { status: 500 })],
    // The schema cache is stale after a deployment.
    ['unexpected', async () => new Response('', { status: 404 })],
    ['unexpected', async () => new Response('<!doctype html>')],
    ['unexpected', async () => new Response(null, { status: 204 })],
  ])('a failed RPC call rejects with the code %s', async (code, answer) => {
    network.mockImplementation(answer)
    await expect(callRpc('count', undefined)).rejects.toMatchObject({ name: 'AppError', code })
  })

  it('an RPC call is aborted after ten seconds or by its caller', async () => {
    vi.useFakeTimers()
    network.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
    const late = expect(callRpc('count', undefined)).rejects.toMatchObject({ name: 'AppError', code: 'timed-out' })
    await vi.advanceTimersByTimeAsync(10_000)
    await late
    const caller = new AbortController()
    const left = expect(callRpc('count', caller.signal)).rejects.toThrow('left')
    caller.abort(new Error('left'))
    await left
  })
})
