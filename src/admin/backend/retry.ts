import { createStore } from '@/lib/store'
import { retryAfterMs } from './client'
import { isTransient } from './errors'

const MAX_BACKOFF_MS = 25_000

const endedAt = createStore(0)

export const endBackoff = (): void => endedAt.set(performance.now())
window.addEventListener('online', endBackoff)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const tryAgain = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', tryAgain)
      resolve()
    }
    const timer = setTimeout(tryAgain, ms)
    const unsubscribe = endedAt.subscribe(tryAgain)
    signal.addEventListener('abort', tryAgain)
  })

/**
 * Retries transient failures with exponential backoff, capped at 25 s, or once online. Throws the last error if
 * aborted.
 */
export const retryTransient = async <Answer>(
  attempt: () => Promise<Answer>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Answer> => {
  // React Query would pause its retries while the window isn't focused.
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error) || signal.aborted) throw error
      onFailure(error)
      await pause(Math.max(retryAfterMs(), Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** failures)), signal)
      if (signal.aborted) throw error
    }
  }
}
