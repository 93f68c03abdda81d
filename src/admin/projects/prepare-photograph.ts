import { toPicture } from '@/admin/pictures/media-files'
import { decodeImage } from '@/admin/pictures/scale'
import { adminMessages } from '@/admin/words/messages'
import { fitWithin } from '@/domain/media-upload'

const texts = adminMessages.media.projects.photograph

const MOST_BYTES = 50 * 1024 * 1024
const LONGEST_SIDE = 2_000
const WIDTHS = [480, 960]

const isHeic = ({ name, type }: { name: string; type: string }) => /hei[cf]/.test(type) || /\.hei[cf]s?$/i.test(name)

/** Why a file cannot be a photograph, as far as its name, type and size tell. */
export const fileProblem = (file: File): string | undefined => {
  if (file.size === 0) return texts.empty(file.name)
  if (!file.type.startsWith('image/') && !isHeic(file)) return texts.notPicture(file.name)
  return file.size > MOST_BYTES ? texts.tooLarge(file.name) : undefined
}

/** Why this browser could not read a photograph. */
export const unreadableText = (name: string, type: string): string =>
  isHeic({ name, type }) ? texts.heic(name) : texts.broken(name)

/** Scales a photograph, upright and without what the camera noted, to files named by what is in them, in bytes. */
export const preparePhotograph = async (original: Blob, name: string) => {
  const image = await decodeImage(original)
  const { width } = fitWithin(image, LONGEST_SIDE)
  const { picture, files } = await toPicture(image, name, [...WIDTHS.filter((one) => one < width), width])
  const inBytes = files.map(async ({ blob, ...file }) => ({
    ...file,
    type: blob.type,
    bytes: await blob.arrayBuffer(),
  }))
  return { picture, files: await Promise.all(inBytes) }
}
