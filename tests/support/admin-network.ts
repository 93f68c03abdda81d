import { vi } from 'vitest'
import { expectConsole } from './dom'

const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

// `vi.restoreAllMocks` after each test takes these off again.
const replaceFetch = (pattern: RegExp, answer: (send: () => Promise<Response>) => Promise<Response>): void => {
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const send = () => original(input, init)
    return pattern.test(urlOf(input)) ? answer(send) : send()
  })
}

/** From here on calls to these URLs get no answer, as without a network. */
export const cutOff = (pattern = /./): void => {
  // The auth client logs what it could not do.
  expectConsole('error')
  replaceFetch(pattern, () => Promise.reject(new TypeError('Failed to fetch')))
}

/** From here on calls to these URLs arrive, but their answers do not. */
export const loseAnswers = (pattern: RegExp): void =>
  replaceFetch(pattern, async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  })

/** Holds calls to these URLs back until `release`; `count` says how many were made. */
export const holdBack = (pattern: RegExp): { release: () => void; count: () => number } => {
  let open = () => {}
  let calls = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  replaceFetch(pattern, async (send) => {
    calls += 1
    await opened
    return send()
  })
  return { release: () => open(), count: () => calls }
}

/** Bodies of the calls to these URLs from here on, in order. */
export const listenTo = (pattern: RegExp): unknown[] => {
  const bodies: unknown[] = []
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (pattern.test(urlOf(input))) bodies.push(JSON.parse(String(init?.body ?? 'null')))
    return original(input, init)
  })
  return bodies
}
