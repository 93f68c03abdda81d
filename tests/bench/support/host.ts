import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildIfStale } from '../../../scripts/site.mjs'

/** The built site on a host of its own process. */
export type Host = {
  /** `https://localhost:…`; the browser must ignore certificate errors. */
  url: string
  /** The embedded backend itself, past the host: empty database, mailbox at `/__mail`. */
  backend: string
  /** Publishes one more page. */
  publish: (path: string, html: string) => Promise<void>
  stop: () => void
}

/** Starts host and backend in a process of their own; builds the site where needed, unless given a `folder` that is built. */
export const startHost = async (folder?: string): Promise<Host> => {
  if (!folder) buildIfStale(process.cwd())
  const child = fork(path.resolve('scripts/bench.mjs'), folder ? ['host', '--folder', folder] : ['host'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The host ended with code ${code}; the reason is shown above.`)
  })
  // Pending calls are rejected; there are none when the bench stops the host.
  failed.catch(() => undefined)
  const [{ url, backend }] = await Promise.race([once(child, 'message'), failed])
  return {
    url,
    backend,
    publish: async (path, html) => {
      const published = once(child, 'message')
      child.send({ path, html })
      await Promise.race([published, failed])
    },
    // The embedded backend releases its folder when asked to end.
    stop: () => void child.kill('SIGTERM'),
  }
}
