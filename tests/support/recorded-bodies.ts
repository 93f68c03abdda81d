import { vi } from 'vitest'

/** The fields of the contract's e-mail request (point 7), which the browser's handler hands to the function. */
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
