import { PUBLICATION_LIMITS } from '@contract/publication'
import { cleanLine } from '@contract/text'
import { capitalise } from '@/admin/text/messages'
import { MEDIA_EXTENSION } from '@/domain/media-formats'

// Pixel phones add the mode, as in 'PXL_20261121_101500.PORTRAIT.jpg'.
const CAMERA_NAME =
  /^(?:(?:mv)?img(?: ?e)?|image|dsc[fn]?|pxl|mvi|vid|dji|gopr)?[\d ~()]*(?:wa\d+)?(?:\.(?:mp|portrait|night|raw ?\d*|cover))*$/i

// Keeps multi-part emoji and accented letters whole, if the browser supports it.
function* splitCharacters(text: string) {
  if ('Segmenter' in Intl) for (const { segment } of new Intl.Segmenter('en-GB').segment(text)) yield segment
  else yield* text
}

const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text
  let kept = ''
  for (const character of splitCharacters(text)) {
    if (kept.length + character.length > max) break
    kept += character
  }
  return kept
}

/** Returns alt text from a file name, empty for a camera's. */
export const suggestAltText = (name: string): string => {
  const words = cleanLine(name)
    .replace(MEDIA_EXTENSION, '')
    .replace(/^\d{1,3}[-_]+(?=\D)/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  if (CAMERA_NAME.test(words)) return ''
  return cleanLine(truncate(capitalise(words), PUBLICATION_LIMITS.alt))
}
