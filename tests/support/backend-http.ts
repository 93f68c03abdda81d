import { type OutgoingHttpHeaders, request } from 'node:http'

export type HttpAnswer = { status: number; headers: Record<string, string>; text: string; json: unknown }

export type HttpCall = {
  method?: string
  headers?: OutgoingHttpHeaders
  /** A string is sent with its length, parts are streamed without one. */
  body?: string | Uint8Array | Iterable<Uint8Array>
  /** Loopback IP address of the caller, for separate limits. */
  from?: string
  /** Raw path, because a parsed URL loses its `..`. */
  rawPath?: string
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request over a real connection. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, from, rawPath }: HttpCall = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const whole = typeof body === 'string' || body instanceof Uint8Array
    const length = whole ? { 'content-length': Buffer.byteLength(body) } : {}
    const call = request(url, {
      method,
      headers: { ...length, ...headers },
      agent: false,
      ...(from ? { localAddress: from } : {}),
      ...(rawPath ? { path: rawPath } : {}),
    })
    let answered = false
    call.once('response', async (answer) => {
      answered = true
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(entries), text, json: parse(text) })
    })
    // The server may hang up before it has read a long body.
    call.once('error', (cause) => answered || reject(cause))
    if (whole) call.end(body)
    else {
      for (const part of body ?? []) call.write(part)
      call.end()
    }
  })
}

export const postJson = (url: string, body: unknown, { headers, ...call }: HttpCall = {}): Promise<HttpAnswer> =>
  send(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    ...call,
  })
