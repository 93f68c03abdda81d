import { AppError } from './errors'

const ANSWER_MS = 10_000

/** Whether the site's server answers within 10 s: browsers call themselves online on any network, even a dead one. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
}

export type LateModule<Module> = {
  /** Fetches the module, again after a failure. Throws `AppError`: `offline`, or `outdated` when the server answers. */
  load: () => Promise<Module>
  /** Its failures are reported by `load`. */
  prefetch: () => void
  loaded: () => Module | undefined
  /** Calls back when the module is loaded; returns an unsubscribe function. */
  subscribe: (onLoaded: () => void) => () => void
}

/** Wraps an `import()` so that its failures can be told apart and a loaded module is returned at once. */
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

/** Reloads for the newer version, at most once in 10 s (noted in the history entry); returns whether it does. */
export const reloadOnce = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('reloadedAt' in before && Math.abs(now - Number(before.reloadedAt)) < RELOAD_PAUSE_MS) return false
  window.history.replaceState({ ...before, reloadedAt: now }, '')
  window.location.reload()
  return true
}
