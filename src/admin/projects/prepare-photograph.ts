import { toPicture } from '@/admin/pictures/media-files'
import { decodeImage } from '@/admin/pictures/scale'
import { adminMessages } from '@/admin/words/messages'
import { fitWithin } from '@/domain/media-upload'

const texts = adminMessages.media.projects.photograph

const MOST_BYTES = 50 * 1024 * 1024
const LONGEST_SIDE = 2_000
const WIDTHS = [480, 960]

const isHeic = ({ name, type }: File) => /hei[cf]/.test(type) || /\.hei[cf]s?$/i.test(name)

/** Why a file cannot be a photograph, in words, as far as its name, type and size (at most 50 MB) tell. */
export const fileProblem = (file: File): string | undefined => {
  if (file.size === 0) return texts.empty(file.name)
  if (!file.type.startsWith('image/') && !isHeic(file)) return texts.notPicture(file.name)
  return file.size > MOST_BYTES ? texts.tooLarge(file.name) : undefined
}

export const unreadableText = (file: File): string => (isHeic(file) ? texts.heic(file.name) : texts.broken(file.name))

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
