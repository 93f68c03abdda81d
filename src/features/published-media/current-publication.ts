import type { Publication } from '@contract/publication'
import { askBackend } from '@/lib/ask-backend'

const idOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined

/** What is published now, or null if that is still `currentId`. Rejects without a usable response. */
export const readNewPublication = async (currentId: number | undefined, signal: AbortSignal): Promise<Publication> => {
  const current = await askBackend('current_publication', signal)
  if (idOf(current) === currentId) return null
  const { parsePublication } = await import('./parse-publication')
  return parsePublication(current)
}
