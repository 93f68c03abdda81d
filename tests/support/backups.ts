import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { sendFetchResponse, toFetchRequest } from '../../supabase/local/node-http.ts'
import type { TestBackend } from './backend.ts'
import { filesBelow } from './files-below.ts'
import { listen } from './listen.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Creates a folder that is deleted after the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Proxy that may drop the project's response. */
export type Between = (request: IncomingMessage, answer: (isLost?: boolean) => Promise<void>) => Promise<void>

/** Serves a backend of this process over HTTP. */
export const serveBackend = async (
  { fetch }: Pick<TestBackend, 'fetch'>,
  between: Between = (_, answer) => answer(),
) => {
  const server = createServer((req, res) => {
    void between(req, async (isLost) => {
      const request = await toFetchRequest(req, 60e6)
      const response = request && (await fetch(new URL(req.url ?? '/', 'http://localhost:3000'), request))
      if (response && !isLost) await sendFetchResponse(res, response)
      else req.socket.destroy()
    })
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: await listen(server), close }
}

/** Serves a backend until the test ends and returns its origin. */
export const serve = async (backend: Pick<TestBackend, 'fetch'>, between?: Between): Promise<string> => {
  const { url, close } = await serveBackend(backend, between)
  onTestFinished(close)
  return url
}

type Command = { url: string; secretKey: string; signal?: AbortSignal }

/** Runs `npm run backup` or `npm run restore`. Returns its output and its status, which is null if it was killed. */
export const runCopy = ({ url, secretKey, signal }: Command, command: 'backup' | 'restore', ...args: string[]) =>
  new Promise<{ status: number | null; said: string }>((resolve) => {
    const env = { PATH: process.env.PATH, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey }
    const script = path.join(root, 'scripts', `${command}.mjs`)
    const child = execFile(process.execPath, [script, ...args], { env, signal, killSignal: 'SIGKILL' }, (_, out, err) =>
      resolve({ status: child.exitCode, said: out + err }),
    )
  })

/** Returns a backup's manifest and files. */
export const readFolder = (folder: string) => ({
  manifest: JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')),
  files: Object.fromEntries(
    filesBelow(folder).map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]),
  ),
})
