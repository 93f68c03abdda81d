import { adminMessages } from '@/admin/messages'
import { type FileProblem, type UploadKind, uploadRules } from '@/domain/media-upload'
import { formatBytes } from './format'
import type { KeepOutcome } from './keep-file'

/** What the person reads about a failure: the contract's sentence and, where it leaves a question, a second one. */
export type Explained = { text: string; hint?: string | undefined }

const formats = { video: 'MP4, WebM or Ogg', image: 'JPG, PNG, GIF or WebP' } as const

/** Formats and size in a few words, as the upload announces them. */
export const limitsText = (kind: UploadKind): string =>
  `${formats[kind]}, up to ${formatBytes(uploadRules[kind].maxBytes)}`

/** Why a chosen file is refused. */
export const problemText = (kind: UploadKind, problem: FileProblem): Explained => {
  const words = adminMessages.media[kind]
  switch (problem) {
    case 'too-large':
      return { text: words.tooLarge }
    case 'empty':
      return { text: words.invalid, hint: 'This file is empty.' }
    case 'unsupported':
      return { text: words.invalid, hint: `Only ${formats[kind]} files can be shown on the website.` }
    case 'unreadable':
      return {
        text: words.invalid,
        hint: `Its content is not ${kind === 'video' ? 'a video' : 'an image'} this browser can show.`,
      }
    case 'not-of-family':
      return { text: words.invalid }
  }
}

/** Why a file was not kept, and what can be done about it. */
export const keepText = (outcome: Exclude<KeepOutcome, 'written'>): string => adminMessages.media.keep[outcome]
