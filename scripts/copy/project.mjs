import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const STALLED_MS = 5 * 60_000
const BUCKET = 'site-media'
// A connection that is lost for a minute costs a minute.
const PAUSES_MS = [1_000, 3_000, 10_000, 20_000, 30_000, 30_000]

/** One sentence for whoever runs the command. */
export class CopyError extends Error {}

/** What the project refused, in its own words. */
export class Refusal extends CopyError {
  constructor(
    /** @type {string} */ sentence,
    /** @type {{ message?: string, details?: string, code?: string }} */ said,
  ) {
    super(sentence)
    this.said = said
  }
}

/** Reports a step at most once a second, its end always. */
export const createProgress = (/** @type {(line: string) => void} */ print = console.log) => {
  let last = 0
  return (/** @type {string} */ line, isEnd = false) => {
    if (!isEnd && Date.now() - last < 1_000) return
    last = Date.now()
    print(line)
  }
}

/** The project's address and secret key: a hosted one's from the environment alone, the embedded one's from .env.local. */
const settings = () => {
  const file = path.join(root, '.env.local')
  const local = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const port = process.env.PORT || local.PORT || 5173
  const url =
    process.env.SUPABASE_URL || process.env.VITE_SUPABASE_URL || local.VITE_SUPABASE_URL || `http://localhost:${port}`
  if (!URL.canParse(url)) throw new CopyError(`SUPABASE_URL is "${url}", which is no address.`)
  const isLocal = LOCAL.includes(new URL(url).hostname)
  const key = process.env.SUPABASE_SECRET_KEY || (isLocal ? local.SUPABASE_SECRET_KEY : undefined)
  if (!key) throw new CopyError(`SUPABASE_SECRET_KEY is not set: put the secret key of ${url} into the environment.`)
  return { url: new URL(url).origin, key, isLocal }
}

/** Calls a project with its secret key. Throws `CopyError`. */
export const openProject = (pauses = PAUSES_MS) => {
  const { url, key, isLocal } = settings()
  // The newer keys are no tokens.
  const keyHeaders = { apikey: key, ...(key.startsWith('ey') && { authorization: `Bearer ${key}` }) }

  /**
   * @template T
   * @param {string} pathname
   * @param {RequestInit} init
   * @param {(answer: Response) => Promise<T>} read
   * @returns {Promise<T>} of any answer but those that another attempt may change
   */
  const send = async (pathname, init, read) => {
    for (let attempt = 0; ; attempt += 1) {
      let status = 0
      try {
        const headers = { ...keyHeaders, ...init.headers }
        const answer = await fetch(url + pathname, {
          ...init,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(STALLED_MS),
        })
        status = answer.status
        if (status < 500 && status !== 429) return await read(answer)
        await answer.body?.cancel()
      } catch (cause) {
        if (cause instanceof CopyError) throw cause
      }
      const pause = pauses[attempt]
      if (pause === undefined && status >= 400)
        throw new CopyError(`${url}${pathname} answers ${status}. Try again later.`)
      if (pause === undefined)
        throw new CopyError(
          `${url} does not answer. ${isLocal ? 'Start it with `npm start`.' : 'Check the connection and run the command again.'}`,
        )
      await wait(pause)
    }
  }

  const refuse = async (/** @type {string} */ pathname, /** @type {Response} */ answer) => {
    const said = await answer.json().catch(() => ({}))
    if ([401, 403].includes(answer.status) || said.code === '42501')
      throw new CopyError(`${url} does not take this SUPABASE_SECRET_KEY: it has to be the project's secret key.`)
    if (said.code === 'PGRST202')
      throw new CopyError(
        `The database of ${url} has no ${pathname.split('/').at(-1)}: run \`npx supabase@3 db push --remote\` first.`,
      )
    throw new Refusal(`${url}${pathname} answers ${answer.status}: ${said.message ?? said.msg ?? ''}`, said)
  }

  const post = (/** @type {string} */ pathname, /** @type {object} */ body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return send(pathname, init, async (answer) => {
      if (!answer.ok) await refuse(pathname, answer)
      const text = await answer.text()
      return text === '' ? undefined : JSON.parse(text)
    })
  }

  return {
    url,
    post,
    ask: (/** @type {string} */ name, /** @type {object} */ args) => post(`/rest/v1/rpc/${name}`, args),
    /** @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} a file's bytes; undefined where Storage lacks it */
    download: (/** @type {string} */ name) =>
      send(`/storage/v1/object/public/${BUCKET}/${name}`, {}, async (answer) => {
        if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
        await answer.body?.cancel()
        return undefined
      }),
    /** Stores a file as it was; one that is there stays. */
    upload: (
      /** @type {{ name: string, type: string, cache_control: string | null, robots: string | null }} */ file,
      /** @type {Uint8Array<ArrayBuffer>} */ body,
    ) => {
      const headers = {
        'content-type': file.type,
        ...(file.cache_control && { 'cache-control': file.cache_control }),
        ...(file.robots && { 'x-robots-tag': file.robots }),
      }
      const pathname = `/storage/v1/object/${BUCKET}/${file.name}`
      return send(pathname, { method: 'POST', headers, body }, async (answer) => {
        const said = await answer
          .clone()
          .json()
          .catch(() => ({}))
        if (!answer.ok && String(said.statusCode) !== '409') await refuse(pathname, answer)
      })
    },
  }
}

/**
 * Does a job for every item, a few at a time.
 * @template T
 */
export const forEach = async (
  /** @type {readonly T[]} */ items,
  /** @type {(item: T, index: number) => Promise<void>} */ act,
  atOnce = 4,
) => {
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next++
      await act(/** @type {T} */ (items[index]), index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export const counted = (/** @type {number} */ number, /** @type {string} */ noun) =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`

const DISK = /** @type {Record<string, string>} */ ({
  ENOSPC: 'The disk is full. Make room and run the command again: it goes on where it stopped.',
  EDQUOT: 'The disk is full. Make room and run the command again: it goes on where it stopped.',
  EACCES: 'may not be written: choose another folder.',
  EROFS: 'may not be written: choose another folder.',
})

/** Runs a command on the folder it was given; what goes wrong is one sentence and a status of 1. */
export const run = async (
  /** @type {string} */ usage,
  /** @type {string | undefined} */ folder,
  /** @type {(folder: string) => Promise<boolean>} */ command,
) => {
  process.exitCode = 1
  if (!folder) return console.error(usage)
  try {
    if (await command(folder)) process.exitCode = 0
  } catch (cause) {
    const { code = '', path: file = folder } = /** @type {NodeJS.ErrnoException} */ (cause)
    const onDisk = DISK[code]
    if (onDisk) console.error(onDisk.startsWith('The') ? onDisk : `${file} ${onDisk}`)
    else if (cause instanceof CopyError) console.error(cause.message)
    else throw cause
  }
}
