import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'

/**
 * @typedef {{ name: string, size: number, type: string, cache_control: string | null, robots: string | null }} StoredFile
 * @typedef {ReturnType<typeof openProject>} Project
 */

const root = path.resolve(import.meta.dirname, '../..')
const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const STALLED_MS = 5 * 60_000
const BUCKET = 'site-media'
// A connection that is lost for a minute costs a minute.
const PAUSES_MS = [1_000, 3_000, 10_000, 20_000, 30_000, 30_000]

/** One sentence for whoever runs the command, and in `said` what the project refused, in its own words. */
export class CopyError extends Error {
  constructor(/** @type {string} */ sentence, /** @type {{ message?: string, details?: string }} */ said = {}) {
    super(sentence)
    this.said = said
  }
}

let reported = Date.now()
/** Reports a step, at most once a second. */
export const progress = (/** @type {string} */ line) => {
  if (Date.now() - reported < 1_000) return
  reported = Date.now()
  console.log(line)
}

/** The project's address and secret key: a hosted one's from the environment alone, the embedded one's from .env.local. */
const settings = () => {
  const file = path.join(root, '.env.local')
  const local = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, VITE_SUPABASE_URL, PORT = 5173 } = { ...local, ...process.env }
  const url = SUPABASE_URL || VITE_SUPABASE_URL || `http://localhost:${PORT}`
  if (!URL.canParse(url)) throw new CopyError(`SUPABASE_URL is "${url}", which is no address.`)
  const isLocal = LOCAL.includes(new URL(url).hostname)
  const key = isLocal ? SUPABASE_SECRET_KEY : process.env.SUPABASE_SECRET_KEY
  if (!key) throw new CopyError(`SUPABASE_SECRET_KEY is not set: put the secret key of ${url} into the environment.`)
  const advice = isLocal ? 'Start it with `npm start`.' : 'Check the connection and run the command again.'
  return { url: new URL(url).origin, key, advice }
}

const bodyOf = async (/** @type {Response} */ answer) => {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Calls a project with its secret key. Throws `CopyError`. */
const openProject = () => {
  const { url, key, advice } = settings()
  // The newer keys are no tokens.
  const keyHeaders = { apikey: key, ...(!key.startsWith('sb_') && { authorization: `Bearer ${key}` }) }

  /**
   * Reads any answer but those that another attempt may change.
   * @type {<T>(pathname: string, init: RequestInit, read: (answer: Response) => Promise<T>) => Promise<T>}
   */
  const send = async (pathname, init, read) => {
    for (let attempt = 0; ; attempt += 1) {
      let said = `does not answer. ${advice}`
      try {
        const headers = new Headers(init.headers)
        for (const [name, value] of Object.entries(keyHeaders)) headers.set(name, value)
        const how = { headers, signal: AbortSignal.timeout(STALLED_MS) }
        const answer = await fetch(url + pathname, { ...init, ...how, redirect: 'error' })
        if (answer.status < 500 && answer.status !== 429) return await read(answer)
        said = `answers ${answer.status} to ${pathname}. Run the command again later.`
        await answer.body?.cancel()
      } catch (cause) {
        if (cause instanceof CopyError) throw cause
      }
      const pause = PAUSES_MS[attempt]
      if (pause === undefined) throw new CopyError(`${url} ${said}`)
      await wait(pause)
    }
  }

  const refuse = async (/** @type {string} */ pathname, /** @type {Response} */ answer) => {
    const said = await bodyOf(answer)
    if ([401, 403].includes(answer.status) || said.code === '42501')
      throw new CopyError(`${url} does not take this SUPABASE_SECRET_KEY: it has to be the project's secret key.`)
    if (said.code === 'PGRST202')
      throw new CopyError(`The database of ${url} lacks ${pathname}: run \`npx supabase@3 db push --remote\` first.`)
    throw new CopyError(`${url} answers ${answer.status} to ${pathname}: ${said.message ?? said.msg}`, said)
  }

  const post = (/** @type {string} */ pathname, /** @type {object} */ body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return send(pathname, init, (answer) => (answer.ok ? bodyOf(answer) : refuse(pathname, answer)))
  }

  return {
    url,
    post,
    ask: (/** @type {string} */ name, /** @type {object} */ args) => post(`/rest/v1/rpc/${name}`, args),
    /** A file's bytes; undefined where Storage lacks it. */
    download: (/** @type {string} */ name) =>
      send(`/storage/v1/object/public/${BUCKET}/${name}`, {}, async (answer) => {
        const bytes = new Uint8Array(await answer.arrayBuffer())
        return answer.ok ? bytes : undefined
      }),
    /** Stores a file as it was; one that is there stays. */
    upload: (/** @type {StoredFile} */ { name, type, cache_control, robots }, /** @type {BodyInit} */ body) => {
      const headers = new Headers({ 'content-type': type })
      if (cache_control) headers.set('cache-control', cache_control)
      if (robots) headers.set('x-robots-tag', robots)
      const pathname = `/storage/v1/object/${BUCKET}/${name}`
      return send(pathname, { method: 'POST', headers, body }, async (answer) => {
        const { statusCode } = await bodyOf(answer.clone())
        if (!answer.ok && String(statusCode) !== '409') await refuse(pathname, answer)
      })
    },
  }
}

/**
 * Does a job for every item, four at a time.
 * @type {<T>(items: readonly T[], act: (item: T, index: number) => Promise<void>) => Promise<void>}
 */
export const forEach = async (items, act) => {
  const entries = items.entries()
  const work = async () => {
    for (const [index, item] of entries) await act(item, index)
  }
  await Promise.all([work(), work(), work(), work()])
}

export const counted = (/** @type {number} */ number, /** @type {string} */ noun) =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`

const FULL = 'The disk is full. Make room and run the command again: it goes on where it stopped.'

/**
 * Runs a command on the folder it was given; what goes wrong is one sentence and a status of 1.
 * @type {(usage: string, folder: string | undefined, command: (folder: string, project: Project) => Promise<boolean>) => Promise<void>}
 */
export const run = async (usage, folder, command) => {
  process.exitCode = 1
  if (!folder) return console.error(usage)
  try {
    if (await command(folder, openProject())) process.exitCode = 0
  } catch (cause) {
    const { code = '', path: file, message } = /** @type {NodeJS.ErrnoException} */ (cause)
    if (['ENOSPC', 'EDQUOT'].includes(code)) console.error(FULL)
    else if (['EACCES', 'EROFS', 'ENOTDIR'].includes(code))
      console.error(`${file} cannot be used: choose another folder.`)
    else if (cause instanceof CopyError) console.error(message)
    else throw cause
  }
}
