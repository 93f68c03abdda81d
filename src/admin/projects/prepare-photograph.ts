import { trueType } from '@/admin/pictures/inspect-file'
import { toPicture } from '@/admin/pictures/media-files'
import { decodeImage } from '@/admin/pictures/scale'
import { adminMessages } from '@/admin/words/messages'
import type { FormatName } from '@/domain/media-formats'
import { fitWithin } from '@/domain/media-upload'

const texts = adminMessages.media.projects.photograph

const MOST_BYTES = 50 * 1024 * 1024
const LONGEST_SIDE = 2_000
const WIDTHS = [480, 960]

/** Message if a file can't be a photograph, by its format or else its media type, and its size (at most 50 MB). */
export const fileProblem = (file: File, format: FormatName | undefined): string | undefined => {
  if (file.size === 0) return texts.empty(file.name)
  if (!trueType(file, format).startsWith('image/')) return texts.notPicture(file.name)
  return file.size > MOST_BYTES ? texts.tooLarge(file.name) : undefined
}

/** Message for a file of this format that the browser can't decode. */
export const unreadableText = ({ name }: File, format: FormatName | undefined): string => {
  if (format === 'heic') return texts.heic(name)
  return format ? texts.broken(name) : texts.unknown(name)
}

/** Scales a photograph, upright and without metadata, to at most three files with sides of at most 2,000 pixels. Rejects if it cannot. */
export const preparePhotograph = async (original: File) => {
  const image = await decodeImage(original)
  const { width: largest } = fitWithin(image, LONGEST_SIDE)
  const widths = [...WIDTHS.filter((width) => width < largest), largest]
  const { picture, files } = await toPicture(image, original.name, widths)
  const inBytes = files.map(async ({ blob, ...file }) => {
    return { ...file, type: blob.type, bytes: await blob.arrayBuffer() }
  })
  return { picture, files: await Promise.all(inBytes) }
}
