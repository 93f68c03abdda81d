const PAUSE_MS = 10_000

/**
 * Whether this page may be loaded anew by itself: at most once in 10 s, or one that stays missing would reload for ever.
 * The history entry remembers it, which outlives the load and leaves nothing in the visitor's storage.
 */
export const claimFullLoad = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('loadedAnew' in before && Math.abs(now - Number(before.loadedAnew)) < PAUSE_MS) return false
  window.history.replaceState({ ...before, loadedAnew: now }, '')
  return true
}
