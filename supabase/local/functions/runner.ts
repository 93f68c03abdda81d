import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { getRemoteAddress, readBody, sendError } from '../node-http.ts'

type RunnerOptions = {
  root: string
  env: () => Record<string, string>
  /** npm package with Deno, by name or folder. */
  deno?: string
}

/** Readable error if functions can't run. */
export class FunctionsDown extends Error {}

const functionNames = (folder: string): string[] =>
  readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'index.ts')))

const denoArguments = (root: string, folder: string): string[] => [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-lock',
  '--no-remote',
  '--cached-only',
  '--node-modules-dir=manual',
  '--allow-net',
  '--allow-env',
  '--allow-sys',
  `--allow-read=${folder},${path.join(root, 'node_modules')}`,
  path.join(root, 'supabase/local/functions/edge-router.ts'),
  folder,
  ...functionNames(folder),
]

const denoProgram = (root: string, deno: string): { program: string; version: string } => {
  const require = createRequire(path.join(root, 'package.json'))
  try {
    return {
      program: require(`${deno}/install_api.cjs`).runInstall(),
      version: require(`${deno}/package.json`).version,
    }
  } catch (cause) {
    throw new FunctionsDown('Deno, which runs the functions, is not installed. Run `npm ci`, then try again.', {
      cause,
    })
  }
}

// Hides variables that a hosted function doesn't have.
const spawnDeno = (root: string, deno: string, env: Record<string, string>): ChildProcess => {
  const { program, version } = denoProgram(root, deno)
  const cache = path.join(root, `node_modules/.cache/deno-${version}`)
  mkdirSync(cache, { recursive: true })
  return spawn(program, denoArguments(root, path.join(root, 'supabase/functions')), {
    cwd: root,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: cache, DENO_DIR: cache, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', ...env },
  })
}

/** Runs `supabase/functions` on Deno. */
export const createFunctionRunner = ({ root, env, deno = 'deno' }: RunnerOptions) => {
  let running: { child: ChildProcess; port: Promise<number> } | undefined

  const start = () => {
    const child = spawnDeno(root, deno, env())
    const port = new Promise<number>((resolve, reject) => {
      const fail = (sentence: string, cause?: Error) => {
        // A newer process may be running.
        if (running?.child === child) running = undefined
        reject(new FunctionsDown(sentence, { cause }))
      }
      child.once('error', (cause) => fail('Deno, which runs the functions, could not be started.', cause))
      child.once('exit', (code) => fail(`The functions' process ended with ${code}.`))
      if (!child.stdout || !child.stderr) return
      createInterface({ input: child.stderr }).on('line', (line) => console.error(line))
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /^EDGE_READY (\d+)$/.exec(line)?.[1]
        if (found) resolve(Number(found))
        else console.info(line)
      })
    })
    return { child, port }
  }

  return {
    /** Returns the port. Starts the functions if needed. Rejects with `FunctionsDown`. */
    port: async () => {
      running ??= start()
      return running.port
    },
    /** Stops the functions. The next call restarts them with the current files. */
    stop: () => {
      running?.child.kill('SIGTERM')
      running = undefined
    },
  }
}
type FunctionRunner = ReturnType<typeof createFunctionRunner>

// Only the hosted edge sets these, so drop a caller's.
const EDGE_HEADERS = ['cf-connecting-ip', 'x-real-ip', 'forwarded', 'x-forwarded-for', 'x-forwarded-host']

const forwardedHeaders = (req: IncomingMessage): IncomingHttpHeaders => {
  const headers = { ...req.headers }
  for (const name of EDGE_HEADERS) delete headers[name]
  return { ...headers, 'x-forwarded-for': getRemoteAddress(req), 'x-forwarded-host': req.headers.host ?? '' }
}

/** Forwards a request to a function. Responds with 413, 502 or 503 on failure. */
export const proxyToFunction = async (
  runner: FunctionRunner,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
) => {
  const port = await runner.port().catch((cause: unknown) => {
    if (!(cause instanceof FunctionsDown)) throw cause
    console.error('[functions]', cause.message)
  })
  if (port === undefined) return sendError(res, 503, 'The functions are not running.')
  // Deno 2.1 closes the connection if it responds before reading the body, so send it at once and without an agent.
  const body = await readBody(req)
  if (!body) return sendError(res, 413, 'The request is too large.')
  const headers = forwardedHeaders(req)
  const options = { agent: false, host: '127.0.0.1', port, path, method: req.method, headers }
  await new Promise<void>((resolve) => {
    const call = request(options, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
      response.once('close', resolve)
    })
    call.once('error', (cause) => {
      if (!res.headersSent) {
        console.error('[functions]', cause.message)
        sendError(res, 502, 'The function did not answer.')
      }
      resolve()
    })
    res.once('close', () => call.destroy())
    call.end(body.byteLength > 0 ? body : undefined)
  })
}
