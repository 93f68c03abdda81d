import { PUBLICATION_LIMITS } from '@contract/publication'
import { capitalised } from '@/admin/words/messages'

const EXTENSION = /\.(jpe?g|png|gif|webp|mp4|webm|og[gv])$/i

/** A file name as alt text: without extension, number and hyphens; empty if it is only a camera's. */
export const readableName = (name: string): string => {
  const words = name
    .replace(EXTENSION, '')
    .replace(/^\d{1,3}[-_]+(?=\D)/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .slice(0, PUBLICATION_LIMITS.alt)
  if (/^(img|image|dsc[fn]?|pxl|mvi|vid)?[\d ]*$/i.test(words)) return ''
  return capitalised(words)
}
