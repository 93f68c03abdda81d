import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'

type RunnerOptions = {
  root: string
  /** Variables of the functions' environment; read at every start. */
  env: () => Record<string, string>
}

/** Why no function can answer, as a sentence for people. */
export class FunctionsDown extends Error {
  override readonly name = 'FunctionsDown'
}

/** The functions in a Deno process of their own. */
export type FunctionRunner = {
  /** The port they listen on; starts the process when it is not running. */
  port: () => Promise<number>
  /** Ends the process; the next call starts it with the files as they are then. */
  stop: () => void
}

const functionNames = (folder: string): string[] =>
  readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'index.ts')))

function denoArguments(root: string, folder: string): string[] {
  return [
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
}

function denoProgram(root: string): string {
  const require = createRequire(path.join(root, 'package.json'))
  try {
    return (require('deno/install_api.cjs') as { runInstall: () => string }).runInstall()
  } catch (cause) {
    throw new FunctionsDown('Deno, which runs the functions, is not installed. Run `npm ci`, then try again.', {
      cause,
    })
  }
}

// The child learns nothing of the surrounding environment that a hosted function would not know.
function spawnDeno(root: string, env: Record<string, string>): ChildProcess {
  const cache = path.join(root, 'node_modules/.cache/deno')
  mkdirSync(cache, { recursive: true })
  return spawn(denoProgram(root), denoArguments(root, path.join(root, 'supabase/functions')), {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: cache, DENO_DIR: cache, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', ...env },
  })
}

/** Runs every function of `supabase/functions` on real Deno. */
export function createFunctionRunner({ root, env }: RunnerOptions): FunctionRunner {
  let child: ChildProcess | undefined
  let ready: Promise<number> | undefined

  const start = () =>
    new Promise<number>((resolve, reject) => {
      const started = spawnDeno(root, env())
      child = started
      const forget = () => {
        if (child === started) child = ready = undefined
      }
      started.once('error', (cause) => {
        forget()
        reject(new FunctionsDown('Deno, which runs the functions, could not be started.', { cause }))
      })
      started.once('exit', (code) => {
        forget()
        reject(new FunctionsDown(`The functions' process ended with ${code}.`))
      })
      if (!started.stdout) return
      createInterface({ input: started.stdout }).on('line', (line) => {
        const port = /^EDGE_READY (\d+)$/.exec(line)?.[1]
        if (port) resolve(Number(port))
        else console.info(line)
      })
    })

  return {
    port: () => {
      ready ??= start().catch((cause: unknown) => {
        // What was missing may be there at the next call.
        ready = undefined
        throw cause
      })
      return ready
    },
    stop: () => {
      child?.kill('SIGTERM')
      child = ready = undefined
    },
  }
}
