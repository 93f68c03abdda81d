import files from 'virtual:built-files'
import { AppError } from '@/lib/errors'

const RESPONSE_TIMEOUT_MS = 10_000

/**
 * What the build put into a file, named by its contents. Throws `AppError`: `offline`, `outdated` when a newer build has
 * replaced it, or `unexpected`. Unlike a module, it can be asked for again.
 */
export const readBuilt = async (name: string): Promise<unknown> => {
  if (name in files) return files[name]
  const lost = (cause: unknown): never => {
    throw new AppError('offline', { cause })
  }
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  const response = await fetch(`/assets/${name}.json`, { signal }).catch(lost)
  if (response.status >= 500) throw new AppError('unexpected', { cause: response })
  // Some hosts answer with a page.
  const isFile = response.ok && response.headers.get('content-type')?.includes('json')
  if (!isFile) throw new AppError('outdated', { cause: response })
  return response.json().catch(lost)
}
