const PAUSE_MS = 10_000

/**
 * Reloads the page to get the newer version of the site, and returns whether it does: at most once in 10 s, or a chunk that
 * stays away would reload it for ever. The history entry remembers it, which outlives the load where storage is blocked.
 */
export const reloadOnce = (): boolean => {
  const state: unknown = window.history.state
  const before = typeof state === 'object' && state !== null ? state : {}
  const now = Date.now()
  if ('reloadedAt' in before && Math.abs(now - Number(before.reloadedAt)) < PAUSE_MS) return false
  window.history.replaceState({ ...before, reloadedAt: now }, '')
  window.location.reload()
  return true
}
