import type { SavedFile } from '@/domain/media'
import { type FileProblem, type UploadKind, uploadRules } from '@/domain/media-upload'
import { formatBytes } from './format-bytes'
import { adminMessages } from './messages'

export type ProblemText = { text: string; hint?: string | undefined }

export const formats = { video: 'MP4 or WebM', image: 'JPG, PNG, GIF or WebP' } as const

export const limitsText = (kind: UploadKind): string =>
  `${formats[kind]}, up to ${formatBytes(uploadRules[kind].maxBytes)}${kind === 'video' ? '; Ogg only if your browser supports it' : ''}`

const hints: Partial<Record<FileProblem, string>> = {
  empty: 'This file is empty.',
  sound: 'Most browsers no longer play Ogg video. Convert it to MP4 or WebM.',
  unreadable: adminMessages.media.unreadableFile,
}

export const problemText = (kind: UploadKind, problem: FileProblem): ProblemText => {
  const { tooLarge, invalid } = adminMessages.media[kind]
  return problem === 'too-large' ? { text: tooLarge } : { text: invalid, hint: hints[problem] }
}

/** Explains why an external file isn't shown. Undefined for a file in this browser. */
export const externalFileText = (url: string): string | undefined => {
  const [, host] = /^https:\/\/([^/?#]+)/.exec(url) ?? []
  return host && adminMessages.media.elsewhere(host)
}

/** Explains why a saved file isn't shown. */
export const unavailableText = ({ name, url }: Pick<SavedFile, 'name' | 'url'>, gone: boolean): string =>
  gone ? adminMessages.media.gone : (externalFileText(url) ?? adminMessages.media.cannotShow(name))
