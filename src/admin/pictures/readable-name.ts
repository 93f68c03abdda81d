import { PUBLICATION_LIMITS } from '@contract/publication'
import { cleanLine } from '@contract/text'
import { capitalised } from '@/admin/words/messages'

const EXTENSION = /\.(jpe?g|png|gif|webp|mp4|webm|og[gv])$/i

// An emoji of several parts and a letter with its accents stay whole where the browser can tell.
function* charactersIn(text: string) {
  if ('Segmenter' in Intl) for (const { segment } of new Intl.Segmenter('en-GB').segment(text)) yield segment
  else yield* text
}

const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  let kept = ''
  for (const character of charactersIn(text)) {
    if (kept.length + character.length > max) break
    kept += character
  }
  return kept
}

/** A file name as alt text: without extension, number and hyphens; empty if it is only a camera's. */
export const readableName = (name: string): string => {
  const words = cleanLine(name)
    .replace(EXTENSION, '')
    .replace(/^\d{1,3}[-_]+(?=\D)/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  if (/^(img|image|dsc[fn]?|pxl|mvi|vid)?[\d ]*$/i.test(words)) return ''
  return cleanLine(cut(capitalised(words), PUBLICATION_LIMITS.alt))
}
