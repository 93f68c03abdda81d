import { AppError, type ErrorCode } from './errors'
import { createStore } from './store'

// The service worker doesn't handle HEAD requests.
const fetchHead = (url: string) =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => undefined)

/** Returns `blocked` if the site responds within 10 s, otherwise `offline`. */
export const explainLoss = async (): Promise<ErrorCode> => ((await fetchHead('/')) ? 'blocked' : 'offline')

const explainFailure = async (cause: unknown): Promise<ErrorCode> => {
  // Safari doesn't name the file. This one's hash covers the names of all others.
  const file = /\S*\/assets\/\S+/.exec(String(cause))?.[0] ?? import.meta.url
  const response = await fetchHead(file)
  if (!response) return explainLoss()
  if (response.status >= 500) return 'offline'
  return response.ok && !response.headers.get('content-type')?.includes('html') ? 'blocked' : 'outdated'
}

/**
 * Imports a module. Throws `AppError`: `outdated` (replaced), `blocked` (still on the server) or `offline`. Some
 * browsers repeat failures until a reload.
 */
export const loadModule = <Module>(importModule: () => Promise<Module>): Promise<Module> =>
  importModule().catch(async (cause: unknown) => {
    throw new AppError(await explainFailure(cause), { cause })
  })

/** Imports a module on first use, and again after failures. */
export const lazyModule = <Module>(importModule: () => Promise<Module>) => {
  const { get: loaded, set, subscribe } = createStore<Module | undefined>(undefined)
  const fetchModule = async () => {
    const module = loaded() ?? (await importModule())
    if (!loaded()) set(module)
    return module
  }
  return {
    load: () => loadModule(fetchModule),
    /** Ignores failures. */
    prefetch: () => void fetchModule().catch(() => {}),
    loaded,
    subscribe,
  }
}
export type LazyModule<Module> = ReturnType<typeof lazyModule<Module>>

const RELOAD_PAUSE_MS = 10_000

/** Reloads at most once in 10 s. Returns whether it does. */
export const reloadOnce = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('reloadedAt' in before && Math.abs(now - Number(before.reloadedAt)) < RELOAD_PAUSE_MS) return false
  window.history.replaceState({ ...before, reloadedAt: now }, '')
  window.location.reload()
  return true
}
