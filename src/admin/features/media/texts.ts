import { adminMessages } from '@/admin/messages'
import { type FileProblem, type UploadKind, uploadRules } from '@/domain/media-upload'
import type { SaveOutcome } from './save-file'

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

const formats = { video: 'MP4 or WebM', image: 'JPG, PNG, GIF or WebP' } as const

export const limitsText = (kind: UploadKind): string =>
  `${formats[kind]}, up to ${formatBytes(uploadRules[kind].maxBytes)}${kind === 'video' ? '; Ogg only where the browser still plays it' : ''}`

export const problemText = (kind: UploadKind, problem: FileProblem): Explained => {
  const words = adminMessages.media[kind]
  switch (problem) {
    case 'too-large':
      return { text: words.tooLarge }
    case 'empty':
      return { text: words.invalid, hint: 'This file is empty.' }
    case 'unsupported':
      return { text: words.invalid, hint: `Only ${formats[kind]} files can be shown on the website.` }
    case 'ogg':
      return { text: words.invalid, hint: 'Current browsers no longer play Ogg videos: convert it to MP4 or WebM.' }
    case 'unreadable':
      return {
        text: words.invalid,
        hint: `Its content is not ${kind === 'video' ? 'a video' : 'an image'} this browser can show.`,
      }
    case 'not-of-family':
      return { text: words.invalid }
  }
}

export const notSavedText = (outcome: Exclude<SaveOutcome, 'written'>): string => adminMessages.media.notSaved[outcome]
