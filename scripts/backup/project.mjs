import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { legacyKeyAdvice } from '../legacy-key.mjs'

/**
 * @typedef {{ name: string, size: number, type: string, cache_control: string | null, robots: string | null }} StoredFile
 * @typedef {ReturnType<typeof openProject>} Project
 */

const root = path.resolve(import.meta.dirname, '../..')
const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const ANSWER_MS = 2 * 60_000
// 10 kB a second.
const MS_PER_BYTE = 1 / 10
// Bridges an outage of 90 s.
const PAUSES_MS = [1_000, 3_000, 10_000, 20_000, 30_000, 30_000]

/** Error to print. `said` is the project's own error. */
export class BackupError extends Error {
  constructor(/** @type {string} */ sentence, /** @type {{ message?: string, details?: string }} */ said = {}) {
    super(sentence)
    this.said = said
  }
}

let lastReport = Date.now()
/** Logs progress, at most once a second. */
export const reportProgress = (/** @type {string} */ line) => {
  if (Date.now() - lastReport < 1_000) return
  lastReport = Date.now()
  console.log(line)
}

/** A hosted project's secret key must not be in a file. */
const settings = () => {
  const file = path.join(root, '.env.local')
  const local = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, VITE_SUPABASE_URL, PORT = 5173 } = { ...local, ...process.env }
  const url = SUPABASE_URL || VITE_SUPABASE_URL || `http://localhost:${PORT}`
  if (!URL.canParse(url)) throw new BackupError(`SUPABASE_URL is not a valid URL: "${url}".`)
  const isLocal = LOCAL.includes(new URL(url).hostname)
  if (!isLocal && new URL(url).protocol !== 'https:')
    throw new BackupError(`The secret key would be sent to ${url} unencrypted. Use https.`)
  const key = isLocal ? SUPABASE_SECRET_KEY : process.env.SUPABASE_SECRET_KEY
  if (!key) throw new BackupError(`SUPABASE_SECRET_KEY is not set. Put the secret key of ${url} in the environment.`)
  const legacy = legacyKeyAdvice('SUPABASE_SECRET_KEY', key)
  if (legacy) throw new BackupError(legacy)
  const advice = isLocal ? 'Start it with `npm start`.' : 'Check the connection and run the command again.'
  return { url: new URL(url).origin, key, advice }
}

/** Only names of enquiry photos contain a slash. */
const toObjectPath = (/** @type {StoredFile} */ { name }) =>
  `/storage/v1/object/${name.includes('/') ? 'enquiry-photos' : 'site-media'}/${name}`

const parseBody = async (/** @type {Response} */ answer) => {
  const text = await answer.text()
  try {
    return JSON.parse(text || '{}')
  } catch {
    return { message: text.slice(0, 100) }
  }
}

const openProject = () => {
  const { url, key, advice } = settings()

  /**
   * Retries lost connections and the statuses 429 and 5xx.
   * @type {<T>(pathname: string, init: RequestInit & { headers?: Record<string, string> }, read: (answer: Response) => Promise<T>, bytes?: number) => Promise<T>}
   */
  const send = async (pathname, init, read, bytes = 0) => {
    for (let attempt = 0; ; attempt += 1) {
      let problem = `isn't responding. ${advice}`
      const headers = { ...init.headers, apikey: key }
      const how = { headers, signal: AbortSignal.timeout(Math.ceil(ANSWER_MS + bytes * MS_PER_BYTE)) }
      try {
        const answer = await fetch(url + pathname, { ...init, ...how, redirect: 'error' })
        if (answer.status < 500 && answer.status !== 429) return await read(answer)
        problem = `returned ${answer.status} for ${pathname}. Try again later.`
        await answer.body?.cancel()
      } catch (cause) {
        if (cause instanceof BackupError) throw cause
      }
      const pause = PAUSES_MS[attempt]
      if (pause === undefined) throw new BackupError(`${url} ${problem}`)
      if (attempt === 0) console.error(`${url} isn't responding as expected. Retrying ...`)
      await wait(pause)
    }
  }

  const throwResponseError = async (/** @type {string} */ pathname, /** @type {Response} */ answer) => {
    const body = await parseBody(answer)
    if ([401, 403].includes(answer.status) || body.code === '42501')
      throw new BackupError(`${url} doesn't accept this SUPABASE_SECRET_KEY. Use the project's secret key.`)
    if (body.code === 'PGRST202')
      throw new BackupError(`The database at ${url} lacks ${pathname}. Run \`npx supabase@3 db push --remote\` first.`)
    throw new BackupError(`${url} returned ${answer.status} for ${pathname}: ${body.message ?? body.msg}`, body)
  }

  const post = (/** @type {string} */ pathname, /** @type {object} */ body) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const isJson = (/** @type {Response} */ { headers }) => /json/.test(headers.get('content-type') ?? 'json')
    return send(pathname, init, (answer) =>
      answer.ok && isJson(answer) ? parseBody(answer) : throwResponseError(pathname, answer),
    )
  }

  return {
    url,
    post,
    ask: (/** @type {string} */ name, /** @type {object} */ args) => post(`/rest/v1/rpc/${name}`, args),
    /** Returns a file's bytes; undefined if Storage lacks it. */
    download: (/** @type {StoredFile} */ file) => {
      const pathname = toObjectPath(file)
      const read = async (/** @type {Response} */ answer) => {
        if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
        if (![answer.status, Number((await parseBody(answer.clone())).statusCode)].includes(404))
          await throwResponseError(pathname, answer)
        return undefined
      }
      return send(pathname, {}, read, file.size)
    },
    /** Uploads a file. Keeps an existing one. */
    upload: (/** @type {StoredFile} */ file, /** @type {Uint8Array<ArrayBuffer>} */ body) => {
      const headers = {
        'content-type': file.type,
        ...(file.cache_control && { 'cache-control': file.cache_control }),
        ...(file.robots && { 'x-robots-tag': file.robots }),
      }
      const pathname = toObjectPath(file)
      const read = async (/** @type {Response} */ answer) => {
        const { statusCode } = await parseBody(answer.clone())
        if (!answer.ok && String(statusCode) !== '409') await throwResponseError(pathname, answer)
      }
      return send(pathname, { method: 'POST', headers, body }, read, body.byteLength)
    },
  }
}

/**
 * Processes the items, four at a time.
 * @type {<T>(items: readonly T[], act: (item: T, index: number) => Promise<void>) => Promise<void>}
 */
export const forEach = async (items, act) => {
  // An error ends the generator for all workers.
  const entries = (function* () {
    yield* items.entries()
  })()
  const runWorker = async () => {
    for (const [index, item] of entries) await act(item, index)
  }
  await Promise.all([runWorker(), runWorker(), runWorker(), runWorker()])
}

export const formatCount = (/** @type {number} */ number, /** @type {string} */ noun) =>
  `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`

/**
 * Runs a command on the folder in option `name`, or `alone[1]` if only `alone[0]` is given. Errors exit with 1.
 * @type {(
 *   name: 'to' | 'from',
 *   flag: string,
 *   command: (project: Project, folder: string, isOn: boolean) => Promise<boolean>,
 *   alone?: [flag: string, command: (project: Project) => Promise<boolean>],
 * ) => Promise<void>}
 */
export const run = async (name, flag, command, alone) => {
  process.exitCode = 1
  try {
    const [single = '', act] = alone ?? []
    const flags = single ? [flag, single] : [flag]
    const options = Object.fromEntries(flags.map((option) => [option, { type: /** @type {const} */ ('boolean') }]))
    const { values } = parseArgs({ options: { [name]: { type: 'string' }, ...options } })
    if (act && values[single] && Object.keys(values).length === 1) {
      if (await act(openProject())) process.exitCode = 0
      return
    }
    if (!values[name] || (act && values[single]))
      throw new BackupError(`Specify a folder: --${name} FOLDER [--${flag}]${act ? `, or only --${single}` : ''}`)
    // npm runs scripts in the project's folder.
    const folder = path.resolve(process.env.INIT_CWD ?? '.', String(values[name]))
    if (name === 'to' && !path.relative(root, folder).startsWith('..') && !path.isAbsolute(path.relative(root, folder)))
      throw new BackupError(`${folder} is inside the repository. Choose a folder outside it.`)
    if (await command(openProject(), folder, values[flag] === true)) process.exitCode = 0
  } catch (cause) {
    const { code = '', path: file, message } = /** @type {NodeJS.ErrnoException} */ (cause)
    if (['ENOSPC', 'EDQUOT'].includes(code))
      console.error('The disk is full. Free up space and run the command again. It will continue where it stopped.')
    else if (file) console.error(`${file} can't be used (${code}). Choose another folder.`)
    else if (cause instanceof BackupError || code.startsWith('ERR_PARSE_ARGS')) console.error(message)
    else throw cause
  }
}
