import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { AppError, isAppError } from '@/lib/errors'

const { publish } = adminMessages.media

/** Whether all files were stored but publishing had no answer, so that it may have succeeded. */
export const isPublishAnswerLost = (error: unknown): boolean =>
  isAppError(error, 'offline', 'timed-out') && error.file === undefined

// The row that PostgreSQL refused: its publication, place and position come first.
const REFUSED_ROW = /\(\d+, (hero|latest), (\d+)[,)]/

// Undefined for any other error.
const refusedItemText = (error: unknown): string | undefined => {
  const { message, details } = ((error as Error).cause ?? {}) as { message?: string; details?: string | null }
  if (message !== 'publication_items') return undefined
  const [, slot, position] = REFUSED_ROW.exec(details ?? '') ?? []
  const number = Number(position) + 1
  if (slot === undefined) return publish.itemRefused('a picture')
  return publish.itemRefused(
    slot === 'hero' ? `slide ${number} of the hero` : `picture ${number} of the latest projects`,
  )
}

/** The message for whatever publishing threw. */
export const notPublishedText = (error: unknown): string => {
  if (isPublishAnswerLost(error)) return publish.responseLostHint
  if (isAppError(error, 'not-found')) return `${publish.fileMissing} ${publish.unchanged}`
  const { file } = error instanceof AppError ? error : {}
  if (file === undefined) return `${refusedItemText(error) ?? adminErrorText(error)} ${publish.unchanged}`
  const reason = isAppError(error, 'too-large')
    ? publish.tooLarge(file)
    : isAppError(error, 'unsupported-type')
      ? publish.wrongType(file)
      : adminErrorText(error)
  return `${reason} ${publish.unchanged} ${publish.uploadsKept}`
}
