import { PUBLICATION_LIMITS } from '@contract/publication'
import { capitalised } from '@/admin/words/messages'
import { MEDIA_EXTENSION } from '@/domain/media-formats'

// Pixel phones name the mode before the extension, as in 'PXL_20261121_101500.PORTRAIT.jpg'.
const CAMERA_NAME =
  /^(?:(?:mv)?img(?: ?e)?|image|dsc[fn]?|pxl|mvi|vid|dji|gopr)?[\d ~()]*(?:wa\d+)?(?:\.(?:mp|portrait|night|raw ?\d*|cover))*$/i

/** A file name as alt text: without extension, number and hyphens; empty if it is only a camera's. */
export const readableName = (name: string): string => {
  const words = name
    .replace(MEDIA_EXTENSION, '')
    .replace(/^\d{1,3}[-_]+(?=\D)/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .slice(0, PUBLICATION_LIMITS.alt)
  if (CAMERA_NAME.test(words)) return ''
  return capitalised(words)
}
