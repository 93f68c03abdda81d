import { createEmitter } from './emitter'
import { AppError } from './errors'

/** Whether the site responds within 10 s: browsers call themselves online on a dead network, too. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  const response = fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return response.then(Boolean, () => false)
}

/** `import()` whose failure is an `AppError`: `offline`, or `outdated` when the server responds. */
export const loadModule = <Module>(importModule: () => Promise<Module>): Promise<Module> =>
  importModule().catch(async (cause: unknown) => {
    throw new AppError((await isReachable()) ? 'outdated' : 'offline', { cause })
  })

/** A module that is imported when it is first needed, and again after a failure, but not once it is there. */
export const lazyModule = <Module>(importModule: () => Promise<Module>) => {
  let loaded: Module | undefined
  const { emit, subscribe } = createEmitter()
  const fetchModule = async () => {
    if (loaded) return loaded
    loaded = await importModule()
    emit()
    return loaded
  }
  return {
    /** Throws `AppError` as `loadModule` does; the next call tries again. */
    load: () => loadModule(fetchModule),
    /** Loads it; a failure is kept quiet. */
    prefetch: () => void fetchModule().catch(() => {}),
    loaded: () => loaded,
    /** Returns what ends the subscription. */
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
