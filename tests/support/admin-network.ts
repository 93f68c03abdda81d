import { getConfig } from '@testing-library/react'
import { vi } from 'vitest'
import { expectConsole } from './dom'

type Answer = (send: () => Promise<Response>, body: unknown) => Promise<Response>

const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

// `vi.restoreAllMocks` after each test takes these off again.
const replaceFetch = (pattern: RegExp, answer: Answer): void => {
  const { fetch: current } = globalThis
  // A second one is laid over the first, which would else call itself.
  const original = (vi.isMockFunction(current) && current.getMockImplementation()) || current
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const send = () => original(input, init)
    return pattern.test(urlOf(input)) ? answer(send, init?.body) : send()
  })
}

/** From here on calls to these URLs get no answer, as without a network. */
export const mockOffline = (pattern = /./): void => {
  // The auth client logs what it could not do.
  expectConsole('error')
  replaceFetch(pattern, () => Promise.reject(new TypeError('Failed to fetch')))
}

/** Answers calls to these URLs with this status from here on, as a server under load does, or as `body` says. */
export const mockStatus = (pattern: RegExp, status: number, headers: Record<string, string> = {}, body = {}): void =>
  replaceFetch(pattern, async () => Response.json(body, { status, headers }))

/** From here on calls to these URLs arrive, but their answers do not. */
export const dropResponses = (pattern: RegExp): void =>
  replaceFetch(pattern, async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  })

/** Holds calls to these URLs back until `release`; `count` says how many were made, `answered` waits until all have ended. */
export const delayResponses = (pattern: RegExp) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const answers: Promise<Response>[] = []
  replaceFetch(pattern, (send) => {
    const answer = opened.then(send)
    answers.push(answer)
    return answer
  })
  return {
    release: () => open(),
    count: () => answers.length,
    // Like any wait of Testing Library: the page may go on rendering meanwhile.
    answered: () => getConfig().asyncWrapper(() => Promise.allSettled(answers)),
  }
}

/** Bodies of the calls to these URLs from here on, in order. */
export const captureBodies = (pattern: RegExp): unknown[] => {
  const bodies: unknown[] = []
  replaceFetch(pattern, (send, body) => {
    bodies.push(JSON.parse(String(body ?? 'null')))
    return send()
  })
  return bodies
}

/** The fields of the contract's email request (point 7), which the browser's handler hands to the function. */
export const SEND_EMAIL_FIELDS =
  'cardUrl domain email fromEmail isContactForm name phone recaptchaToken source subject toEmail'

/** Notes what the page sends from now on; returns the sorted names of each body's fields, by the last part of its URL. */
export const recordBodies = () => {
  // Laid over the fetch patch, so that both halves of a call pass here.
  const requests = vi.spyOn(globalThis, 'fetch')
  return (): Record<string, string> =>
    Object.fromEntries(
      requests.mock.calls.flatMap(([input, init]) =>
        typeof init?.body === 'string'
          ? [[String(input).split('/').at(-1) ?? '', Object.keys(JSON.parse(init.body)).sort().join(' ')] as const]
          : [],
      ),
    )
}
