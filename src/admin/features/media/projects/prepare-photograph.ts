import { adminMessages } from '@/admin/messages'
import { fitWithin } from '@/domain/media-upload'
import { decodeImage } from '../image-variant'
import { toImageVariants } from '../publish/prepare'

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

/** The mean colour of an image's edge, as `npm run images` finds it. */
const edgeColour = (image: HTMLImageElement): string => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, 16, 16)
  const { data } = context?.getImageData(0, 0, 16, 16) ?? { data: [] }
  const edge = Array.from({ length: 256 }, (_, at) => at).filter((at) => (at % 16) % 15 === 0 || (at >> 4) % 15 === 0)
  const mean = (channel: number) =>
    Math.round(edge.reduce((sum, at) => sum + (data[4 * at + channel] ?? 0), 0) / edge.length)
  return `#${[0, 1, 2].map((channel) => mean(channel).toString(16).padStart(2, '0')).join('')}`
}

/** Scales a photograph, upright and without what the camera noted, to files named by what is in them. */
export const preparePhotograph = async (original: Blob, name: string) => {
  const image = await decodeImage(original)
  const { width } = fitWithin(image, LONGEST_SIDE)
  const widths = [...WIDTHS.filter((one) => one < width), width]
  const { media, files } = await toImageVariants(image, name, widths)
  const { stills, still_widths, ...size } = media
  const described = { files: stills, widths: still_widths, ...size, placeholder: edgeColour(image) }
  return { described, files }
}
