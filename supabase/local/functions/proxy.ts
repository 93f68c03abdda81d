import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { peerOf, sendError } from '../node-http.ts'
import { type FunctionRunner, FunctionsDown } from './runner.ts'

// Written by the hosted platform's edge, so a caller's own values must not reach the functions.
const EDGE_HEADERS = ['cf-connecting-ip', 'x-real-ip', 'forwarded', 'x-forwarded-for', 'x-forwarded-host']

const forwardedHeaders = (req: IncomingMessage): IncomingHttpHeaders => {
  const headers = { ...req.headers }
  for (const name of EDGE_HEADERS) delete headers[name]
  return { ...headers, 'x-forwarded-for': peerOf(req), 'x-forwarded-host': req.headers.host ?? '' }
}

/** Streams a request to a function and its answer back; `path` starts with the function's name. */
export async function proxyToFunction(runner: FunctionRunner, path: string, req: IncomingMessage, res: ServerResponse) {
  const port = await runner.port().catch((cause: unknown) => {
    if (!(cause instanceof FunctionsDown)) throw cause
    console.error('[functions]', cause.message)
  })
  if (port === undefined) return sendError(res, 503, 'The functions are not running.')
  const options = { host: '127.0.0.1', port, path, method: req.method, headers: forwardedHeaders(req) }
  await new Promise<void>((resolve) => {
    const call = request(options, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
      answer.once('close', resolve)
    })
    call.once('error', (cause) => {
      // After an early answer (413) the function closes the connection while the body is still on its way.
      if (!res.headersSent) {
        console.error('[functions]', cause.message)
        sendError(res, 502, 'The function did not answer.')
      }
      resolve()
    })
    res.once('close', () => call.destroy())
    req.pipe(call)
  })
}
