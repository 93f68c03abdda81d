import { adminMessages } from '@/admin/messages'
import { checkFile, mediaType } from '@/domain/media-upload'
import { decodeImage, toImageVariant } from '../image-variant'
import { readFile } from '../saved-files'
import { elsewhereText, formats, problemText } from '../texts'
import { firstFrame, isPlayable } from '../videos/video-file'
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

type ImageVariants = { stills: string[]; still_widths: number[]; width: number; height: number }

/** An image as files of these widths, or of its own where that is less, each once. */
export const toImageVariants = async (
  image: HTMLImageElement,
  label: string,
  wanted: readonly number[] = WIDTHS,
): Promise<{ media: ImageVariants; files: MediaFile[] }> => {
  const { width, height } = image
  const widths = [...new Set(wanted.map((one) => Math.min(one, width)))]
  const files: MediaFile[] = []
  for (const one of widths) {
    const variant = await toImageVariant(image, image, (Math.max(width, height) * one) / width)
    files.push(await toFile(variant, variant.type, `${label}, ${one} pixels wide`))
  }
  const largest = widths.at(-1) ?? width
  const media = {
    stills: files.map(({ name }) => name),
    still_widths: widths,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
  }
  return { media, files }
}

const texts = adminMessages.media.publish
const GONE: Prepared = { problem: adminMessages.media.gone }

const prepareImage = async ({ src, name }: DraftItem): Promise<Prepared> => {
  const blob = await readFile(src)
  if (!blob) return GONE
  const { media, files } = await toImageVariants(await decodeImage(blob), name)
  return { media: { kind: 'image', ...media }, files }
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
  const variants = await toImageVariants(poster, `${name}, first picture`)
  const video = await toFile(blob, type, name)
  return { media: { kind: 'video', ...variants.media, video: video.name }, files: [video, ...variants.files] }
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
