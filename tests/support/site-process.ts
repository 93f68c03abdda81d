import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadEnv } from 'vite'
import { type HttpAnswer, send } from './backend-http.ts'
import { createSignedInUser } from './backend-users.ts'
import { spawnGroup } from './spawn-group.mjs'
import { toFileName } from './uploads.ts'

const BOOT_TIMEOUT_MS = 60_000
const root = path.resolve(import.meta.dirname, '../..')

/** Keys of this machine's build. */
export const PROCESS_KEYS = loadEnv('production', root, '') as Record<
  'VITE_SUPABASE_PUBLISHABLE_KEY' | 'SUPABASE_SECRET_KEY' | 'SUPABASE_JWT_SECRET',
  string
>

export type SiteProcess = ReturnType<typeof startSite>

/** Starts `npm start` or another Node program on a data folder. */
export function startSite(dataDir: string, port: number, ...program: string[]) {
  const { VITEST: _, ...surroundings } = process.env
  const options = { PORT: String(port), DATA_DIR: dataDir, SEED: 'off', SMTP_PORT: '0', NO_COLOR: '1' }
  const args = program.length > 0 ? program : ['scripts/start.mjs']
  return {
    url: `http://127.0.0.1:${port}`,
    ...spawnGroup(process.execPath, args, { cwd: root, env: { ...surroundings, ...options } }),
  }
}

/** Returns all rows of a query, past every right, once the server responds. */
export async function queryRows<Row>(url: string, query: string): Promise<Row[]> {
  const deadline = Date.now() + BOOT_TIMEOUT_MS
  for (;;) {
    const headers = { apikey: PROCESS_KEYS.SUPABASE_SECRET_KEY }
    const answer = await send(`${url}/rest/v1/${query}`, { headers }).catch(() => undefined)
    if (answer?.status === 200) return answer.json as Row[]
    if (Date.now() > deadline) throw new Error(`The server did not answer in ${BOOT_TIMEOUT_MS} ms.`)
    await pause(50)
  }
}

export const testimonial = (text: string) => {
  const writer = { name: 'Ann', location: 'NW3', email: 'ann@example.com' }
  return { ...writer, text, rating: 5 }
}

/** Creates an administrator and returns their access token. */
export const adminToken = async (url: string): Promise<string> => {
  const { VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = PROCESS_KEYS
  return (await createSignedInUser({ url, publishableKey, secretKey }, 'owner', { role: 'admin' })).token
}

/** Returns a file with the name that the site's bucket requires. */
export const newFile = (size: number): { name: string; bytes: Uint8Array } => {
  const bytes = randomBytes(size)
  return { name: toFileName(bytes), bytes }
}

export const upload = (url: string, token: string, { name, bytes }: ReturnType<typeof newFile>): Promise<HttpAnswer> =>
  send(`${url}/storage/v1/object/site-media/${name}`, {
    method: 'POST',
    headers: {
      apikey: PROCESS_KEYS.VITE_SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'image/webp',
    },
    body: bytes,
  })

/** Returns the name that a stored file's bytes require. */
export async function storedFile(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/storage/v1/object/public/site-media/${name}`)
  return answer.ok ? toFileName(new Uint8Array(await answer.arrayBuffer())) : `${answer.status}`
}
