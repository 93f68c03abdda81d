// Runs in Deno and captures the handlers that functions pass to Deno.serve.
export {}

const [folder = '', ...names] = Deno.args
const handlers = new Map<string, Deno.ServeHandler>()

const serve = Deno.serve
for (const name of names) {
  Object.defineProperty(Deno, 'serve', {
    configurable: true,
    value: (...given: readonly unknown[]) => {
      handlers.set(name, given.at(-1) as Deno.ServeHandler)
      return { finished: new Promise(() => {}), shutdown: async () => {} }
    },
  })
  try {
    await import(`file://${folder}/${name}/index.ts`)
  } catch (error) {
    console.error(`[functions] ${name} does not start:`, error)
  }
}

const failure = (status: number, code: string, message: string) => Response.json({ code, message }, { status })

const route: Deno.ServeHandler = async (request) => {
  const name = new URL(request.url).pathname.split('/')[1] ?? ''
  const handler = handlers.get(name)
  if (!handler && names.includes(name))
    return failure(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
  if (!handler) return failure(404, 'NOT_FOUND', 'Requested function was not found')
  try {
    return await handler(request)
  } catch (error) {
    console.error(`[functions] ${name}:`, error)
    return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
  }
}

const onListen = ({ port }: { port: number }) => console.log(`EDGE_READY ${port}`)
serve.call(Deno, { hostname: '127.0.0.1', port: 0, onListen }, route)

// stdin closes whenever the parent dies.
for await (const _ of Deno.stdin.readable);
Deno.exit(0)
