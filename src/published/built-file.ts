import files from 'virtual:built-files'
import { AppError } from '@/lib/errors'
import { explainLoss } from '@/lib/lazy-module'

const RESPONSE_TIMEOUT_MS = 10_000

/**
 * Fetches a built file, which unlike a module can be retried. Throws `AppError`: `offline`, `blocked`, `outdated`,
 * `unexpected`.
 */
export const fetchBuiltFile = async (name: string): Promise<unknown> => {
  if (name in files) return files[name]
  const throwLoss = async (cause: unknown): Promise<never> => {
    throw new AppError(await explainLoss(), { cause })
  }
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  const response = await fetch(`/assets/${name}.json`, { signal }).catch(throwLoss)
  if (response.status >= 500) throw new AppError('unexpected', { cause: response })
  // Some hosts send a page for missing files.
  const isFile = response.ok && response.headers.get('content-type')?.includes('json')
  if (!isFile) throw new AppError('outdated', { cause: response })
  return response.json().catch(throwLoss)
}
