declare namespace Deno {
  type ServeHandler = (request: Request) => Response | Promise<Response>
  type ServeOptions = { hostname?: string; port?: number; onListen?: (listener: { port: number }) => void }
  type HttpServer = { finished: Promise<void>; shutdown: () => Promise<void> }

  const args: string[]
  const env: { get(name: string): string | undefined; toObject(): Record<string, string> }
  const stdin: { readonly readable: ReadableStream<Uint8Array> }
  function exit(code: number): never
  function serve(handler: ServeHandler): HttpServer
  function serve(options: ServeOptions, handler: ServeHandler): HttpServer
}
