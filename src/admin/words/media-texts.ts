import type { SaveOutcome } from '@/admin/saved-media/saved-files'
import type { SavedFile } from '@/domain/media'
import { type FileProblem, type UploadKind, uploadRules } from '@/domain/media-upload'
import { adminMessages } from './messages'

const units = ['KB', 'MB', 'GB', 'TB']

/** Formats bytes in steps of 1,024, as the upload limits count them. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`
  let size = bytes / 1024
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`
}

/** A failure in words: the contract's message and, where useful, a hint. */
export type Explained = { text: string; hint?: string | undefined }

export const formats = { video: 'MP4 or WebM', image: 'JPG, PNG, GIF or WebP' } as const

/** What may be uploaded. */
export const limitsText = (kind: UploadKind): string =>
  `${formats[kind]}, up to ${formatBytes(uploadRules[kind].maxBytes)}${kind === 'video' ? '; Ogg only where the browser still plays it' : ''}`

const hints: Partial<Record<FileProblem, string>> = {
  empty: 'This file is empty.',
  sound: 'Current browsers no longer play Ogg videos: convert it to MP4 or WebM.',
  unreadable: adminMessages.media.unreadableFile,
}

/** Why a file is refused. */
export const problemText = (kind: UploadKind, problem: FileProblem): Explained => {
  const { tooLarge, invalid } = adminMessages.media[kind]
  return problem === 'too-large' ? { text: tooLarge } : { text: invalid, hint: hints[problem] }
}

/** Why a file elsewhere does not show; nothing for one in this browser. */
export const elsewhereText = (url: string): string | undefined => {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(url) ?? []
  return host && adminMessages.media.elsewhere(host)
}

/** Why a saved file does not show; `gone` when there is none. */
export const notShownText = ({ name, url }: Pick<SavedFile, 'name' | 'url'>, gone: boolean): string =>
  gone ? adminMessages.media.gone : (elsewhereText(url) ?? adminMessages.media.cannotShow(name))

/** Why a file was not saved. */
export const notSavedText = (outcome: Exclude<SaveOutcome, 'written'>): string => adminMessages.media.notSaved[outcome]
