import type { SavedFile } from '@/domain/media'
import { type FileProblem, type UploadKind, uploadRules } from '@/domain/media-upload'
import { AppError, isAppError } from '@/lib/errors'
import { formatBytes } from './format-bytes'
import { adminErrorText, adminMessages } from './messages'

/** A failure in words: the contract's message and, where useful, a hint. */
export type Explained = { text: string; hint?: string | undefined }

export const formats = { video: 'MP4 or WebM', image: 'JPG, PNG, GIF or WebP' } as const

export const limitsText = (kind: UploadKind): string =>
  `${formats[kind]}, up to ${formatBytes(uploadRules[kind].maxBytes)}${kind === 'video' ? '; Ogg only where the browser still plays it' : ''}`

const hints: Partial<Record<FileProblem, string>> = {
  empty: 'This file is empty.',
  sound: 'Current browsers no longer play Ogg videos: convert it to MP4 or WebM.',
  unreadable: adminMessages.media.unreadableFile,
}

export const problemText = (kind: UploadKind, problem: FileProblem): Explained => {
  const { tooLarge, invalid } = adminMessages.media[kind]
  return problem === 'too-large' ? { text: tooLarge } : { text: invalid, hint: hints[problem] }
}

/** Why a file at another site does not show; undefined for one in this browser. */
export const elsewhereText = (url: string): string | undefined => {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(url) ?? []
  return host && adminMessages.media.elsewhere(host)
}

/** Why a saved file does not show; `gone` if it is no longer stored. */
export const notShownText = ({ name, url }: Pick<SavedFile, 'name' | 'url'>, gone: boolean): string =>
  gone ? adminMessages.media.gone : (elsewhereText(url) ?? adminMessages.media.cannotShow(name))

const { publish } = adminMessages.media

/** Whether all files were stored but publishing had no answer, so that it may have succeeded. */
export const isPublishAnswerLost = (error: unknown): boolean =>
  isAppError(error, 'offline', 'timed-out') && error.file === undefined

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
