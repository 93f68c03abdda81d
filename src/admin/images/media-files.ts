import type { PictureFiles } from '@contract/picture'
import { storedExtension } from '@/domain/media-formats'
import { sha256 } from '@/lib/backup-reader.mjs'
import { toImageVariant } from '@/lib/images/scale'

/** `label` is shown to the owner. */
export type MediaFile = { name: string; label: string; blob: Blob }

const WIDTHS = [640, 1024, 1600]

/** Names a file by the SHA-256 of its bytes. `type` must have a `storedExtension`. */
export const toMediaFile = async (blob: Blob, type: string, label: string): Promise<MediaFile> => ({
  name: `${await sha256(await blob.arrayBuffer())}.${storedExtension(type)}`,
  label,
  blob: blob.slice(0, blob.size, type),
})

// Mean colour of the edge, as `npm run images` computes it.
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

/** Scales an image to unique widths, never up. Throws if encoding fails. */
export const createImageVariants = async (
  image: HTMLImageElement,
  label: string,
  wanted: readonly number[] = WIDTHS,
): Promise<{ picture: PictureFiles; files: MediaFile[] }> => {
  const { width, height } = image
  const widths = [...new Set(wanted.map((target) => Math.min(target, width)))]
  const files: MediaFile[] = []
  for (const target of widths) {
    const scaled = await toImageVariant(image, image, (Math.max(width, height) * target) / width)
    files.push(await toMediaFile(scaled, scaled.type, `${label}, ${target} pixels wide`))
  }
  const largest = widths.at(-1) ?? width
  const picture = {
    files: files.map(({ name }) => name),
    widths,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
    placeholder: edgeColour(image),
  }
  return { picture, files }
}
