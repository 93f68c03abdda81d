import { AppError } from './errors'

/** Whether the site's own server answers: a browser calls itself online with any network, even one that leads nowhere. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/** Code that is fetched when it is first needed. */
export type LateModule<Module> = {
  /** Fetches the module, again after a failure. Throws `AppError`: `offline`, or `outdated` when the server answers. */
  load: () => Promise<Module>
  /** Begins to fetch it; a failure is reported by `load`. */
  prefetch: () => void
  /** The module, once it is there. */
  loaded: () => Module | undefined
  /** Calls back when the module is there; returns a function that stops it. */
  subscribe: (onLoaded: () => void) => () => void
}

/** Wraps an `import()` so that its failures can be told apart, and what has been fetched is there at once. */
export const lateModule = <Module>(importModule: () => Promise<Module>): LateModule<Module> => {
  let loaded: Module | undefined
  const listeners = new Set<() => void>()
  const fetchModule = async () => {
    if (loaded) return loaded
    loaded = await importModule()
    for (const listener of listeners) listener()
    return loaded
  }
  return {
    load: () =>
      fetchModule().catch(async (cause: unknown) => {
        throw new AppError((await isReachable()) ? 'outdated' : 'offline', { cause })
      }),
    prefetch: () => void fetchModule().catch(() => {}),
    loaded: () => loaded,
    subscribe: (onLoaded) => {
      listeners.add(onLoaded)
      return () => listeners.delete(onLoaded)
    },
  }
}

const RELOAD_PAUSE_MS = 10_000

/**
 * Reloads the page to get the newer version of the site, and returns whether it does: at most once in 10 s, or a missing
 * chunk would reload it for ever. The history entry remembers it, also where storage is blocked.
 */
export const reloadOnce = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('reloadedAt' in before && Math.abs(now - Number(before.reloadedAt)) < RELOAD_PAUSE_MS) return false
  window.history.replaceState({ ...before, reloadedAt: now }, '')
  window.location.reload()
  return true
}
