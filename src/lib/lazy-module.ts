import { AppError, type ErrorCode } from './errors'
import { createStore } from './store'

// By HEAD, which the service worker leaves to the network.
const ask = (url: string) =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => undefined)

/** Explains why a file of the site got no response: `blocked` if the site responds within 10 s, else `offline`. */
export const explainLoss = async (): Promise<ErrorCode> => ((await ask('/')) ? 'blocked' : 'offline')

const explainFailure = async (cause: unknown): Promise<ErrorCode> => {
  // Safari doesn't name the file. This one is also named after its content, which includes the names of all others.
  const file = /\S*\/assets\/\S+/.exec(String(cause))?.[0] ?? import.meta.url
  const response = await ask(file)
  if (!response) return explainLoss()
  if (response.status >= 500) return 'offline'
  return response.ok && !response.headers.get('content-type')?.includes('html') ? 'blocked' : 'outdated'
}

/**
 * `import()` whose failure is an `AppError`: `outdated` if a newer build replaced the file, `blocked` if the server still has
 * it, or `offline`. Some browsers repeat a failure until the page is reloaded.
 */
export const loadModule = <Module>(importModule: () => Promise<Module>): Promise<Module> =>
  importModule().catch(async (cause: unknown) => {
    throw new AppError(await explainFailure(cause), { cause })
  })

/** A module that is imported when it is first needed, and again after a failure, but not once it is there. */
export const lazyModule = <Module>(importModule: () => Promise<Module>) => {
  const { get: loaded, set, subscribe } = createStore<Module | undefined>(undefined)
  const fetchModule = async () => {
    const module = loaded() ?? (await importModule())
    if (!loaded()) set(module)
    return module
  }
  return {
    /** Throws `AppError` as `loadModule` does; the next call tries again. */
    load: () => loadModule(fetchModule),
    /** Loads it; a failure is kept quiet. */
    prefetch: () => void fetchModule().catch(() => {}),
    loaded,
    subscribe,
  }
}
export type LazyModule<Module> = ReturnType<typeof lazyModule<Module>>

const RELOAD_PAUSE_MS = 10_000

/** Reloads for a newer version, at most once in 10 s; returns whether it does. */
export const reloadOnce = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('reloadedAt' in before && Math.abs(now - Number(before.reloadedAt)) < RELOAD_PAUSE_MS) return false
  window.history.replaceState({ ...before, reloadedAt: now }, '')
  window.location.reload()
  return true
}
