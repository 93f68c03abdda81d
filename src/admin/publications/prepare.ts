import type { PictureFiles } from '@contract/picture'
import { decodeImage, toImageVariant } from '@/admin/pictures/scale'
import { firstFrame, isPlayable } from '@/admin/pictures/video-file'
import { readFile } from '@/admin/saved-media/saved-files'
import { elsewhereText, formats, problemText } from '@/admin/words/media-texts'
import { adminMessages } from '@/admin/words/messages'
import { checkFile, mediaType } from '@/domain/media-upload'
import { builtInMedia, type DraftItem, type Media } from './plan'

/** A file to upload; `label` names it to the owner. */
export type MediaFile = { name: string; label: string; blob: Blob }

/** What an item becomes when it is published, or why it cannot be. */
export type Prepared = { media: Media; files: readonly MediaFile[] } | { problem: string }

const WIDTHS = [640, 1024, 1600]

const EXTENSIONS: Record<string, string> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
}

const toFile = async (blob: Blob, type: string, label: string): Promise<MediaFile> => {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { name: `${hash}.${EXTENSIONS[type]}`, label, blob: blob.slice(0, blob.size, type) }
}

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

/** An image as files of these widths, or of its own where that is less, each once. */
export const toPicture = async (
  image: HTMLImageElement,
  label: string,
  wanted: readonly number[] = WIDTHS,
): Promise<{ picture: PictureFiles; files: MediaFile[] }> => {
  const { width, height } = image
  const widths = [...new Set(wanted.map((one) => Math.min(one, width)))]
  const files: MediaFile[] = []
  for (const one of widths) {
    const scaled = await toImageVariant(image, image, (Math.max(width, height) * one) / width)
    files.push(await toFile(scaled, scaled.type, `${label}, ${one} pixels wide`))
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

const texts = adminMessages.media.publish
const GONE: Prepared = { problem: adminMessages.media.gone }

const prepareImage = async ({ src, name }: DraftItem): Promise<Prepared> => {
  const blob = await readFile(src)
  if (!blob) return GONE
  const { picture, files } = await toPicture(await decodeImage(blob), name)
  return { media: { kind: 'image', ...picture }, files }
}

const prepareVideo = async ({
  src,
  name,
  poster: posterUrl,
}: Extract<DraftItem, { kind: 'video' }>): Promise<Prepared> => {
  const blob = await readFile(src)
  if (!blob) return GONE
  const problem = checkFile('video', blob)
  if (problem) return { problem: problemText('video', problem).text }
  const type = mediaType(blob)
  if (!(type in EXTENSIONS)) return { problem: texts.notTaken(formats.video) }
  if (!(await isPlayable(blob))) return { problem: texts.cannotShow(formats.video) }
  const saved = posterUrl === undefined ? undefined : await readFile(posterUrl).catch(() => undefined)
  const poster = await decodeImage(saved ?? (await firstFrame(blob)))
  const { picture, files } = await toPicture(poster, `${name}, first picture`)
  const video = await toFile(blob, type, name)
  return { media: { kind: 'video', ...picture, video: video.name }, files: [video, ...files] }
}

/** Reads, scales and names the files of an item; pictures become WebP in up to three widths, videos get a poster. */
export const prepare = async (item: DraftItem): Promise<Prepared> => {
  if (item.kind === 'built-in') return { media: builtInMedia(item.image), files: [] }
  try {
    return await (item.kind === 'video' ? prepareVideo(item) : prepareImage(item))
  } catch (cause) {
    console.info(`${item.name} could not be prepared`, cause)
    return { problem: elsewhereText(item.src) ?? texts.cannotShow(formats[item.kind]) }
  }
}
