import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { AppError, isAppError } from '@/lib/errors'

const { publish } = adminMessages.media

/** Whether all files were stored but publishing had no answer, so that it may have succeeded. */
export const isPublishAnswerLost = (error: unknown): boolean =>
  isAppError(error, 'offline', 'timed-out') && error.file === undefined

/** The message for whatever publishing threw. */
export const notPublishedText = (error: unknown): string => {
  if (isPublishAnswerLost(error)) return publish.responseLostHint
  if (isAppError(error, 'not-found')) return `${publish.fileMissing} ${publish.unchanged}`
  const { file } = error instanceof AppError ? error : {}
  if (file === undefined) return `${adminErrorText(error)} ${publish.unchanged}`
  const reason = isAppError(error, 'too-large')
    ? publish.tooLarge(file)
    : isAppError(error, 'unsupported-type')
      ? publish.wrongType(file)
      : adminErrorText(error)
  return `${reason} ${publish.unchanged} ${publish.uploadsKept}`
}
