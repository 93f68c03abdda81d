import { getConfig } from '@testing-library/react'
import { vi } from 'vitest'
import { expectConsole } from './dom'

type Answer = (send: () => Promise<Response>, body: unknown) => Promise<Response>

const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

const replaceFetch = (pattern: RegExp, answer: Answer): void => {
  const { fetch: current } = globalThis
  // An earlier mock would call itself.
  const original = (vi.isMockFunction(current) && current.getMockImplementation()) || current
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const send = () => original(input, init)
    return pattern.test(urlOf(input)) ? answer(send, init?.body) : send()
  })
}

/** Fails calls to these URLs as without a network. */
export const mockOffline = (pattern = /./): void => {
  expectConsole('error')
  replaceFetch(pattern, () => Promise.reject(new TypeError('Failed to fetch')))
}

/** Answers calls to these URLs with this status. */
export const mockStatus = (pattern: RegExp, status: number, headers: Record<string, string> = {}, body = {}): void =>
  replaceFetch(pattern, async () => Response.json(body, { status, headers }))

/** Sends calls to these URLs but drops their responses. */
export const dropResponses = (pattern: RegExp): void =>
  replaceFetch(pattern, async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  })

/** Holds calls to these URLs until `release`. `count` counts them, `answered` waits for all of them. */
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
    // Lets the page render.
    answered: () => getConfig().asyncWrapper(() => Promise.allSettled(answers)),
  }
}

/** Collects the bodies of calls to these URLs. */
export const captureBodies = (pattern: RegExp): unknown[] => {
  const bodies: unknown[] = []
  replaceFetch(pattern, (send, body) => {
    bodies.push(JSON.parse(String(body ?? 'null')))
    return send()
  })
  return bodies
}

/** Fields of the contract's email request (point 7). */
export const SEND_EMAIL_FIELDS =
  'cardUrl domain email fromEmail isContactForm name phone recaptchaToken source subject toEmail'

/** Records requests. Returns the sorted fields of each body by URL. */
export const recordBodies = () => {
  // Both halves of a patched call pass here.
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
