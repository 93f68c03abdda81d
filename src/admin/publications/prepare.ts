import { queryOptions } from '@tanstack/react-query'
import { createImageVariants, type MediaFile, toMediaFile } from '@/admin/images/media-files'
import { firstFrame, isPlayable } from '@/admin/images/video-file'
import { readFile } from '@/admin/saved-media/saved-files'
import { externalFileText, formats, problemText } from '@/admin/text/media-texts'
import { adminMessages } from '@/admin/text/messages'
import { storedExtension } from '@/domain/media-formats'
import { checkFile } from '@/domain/media-upload'
import { inspectFile, trueType } from '@/lib/images/inspect-file'
import { decodeImage } from '@/lib/images/scale'
import { type DraftItem, type Media, toBundledMedia } from './plan'

export type Prepared = { media: Media; files: readonly MediaFile[] } | { problem: string }

const texts = adminMessages.media.publish
const GONE: Prepared = { problem: adminMessages.media.gone }
const INCOMPLETE: Prepared = { problem: adminMessages.media.incomplete }

const prepareImage = async ({ src, name }: DraftItem): Promise<Prepared> => {
  const blob = await readFile(src)
  if (!blob) return GONE
  if (!(await inspectFile(blob)).isWhole) return INCOMPLETE
  const { picture, files } = await createImageVariants(await decodeImage(blob), name)
  return { media: { kind: 'image', ...picture }, files }
}

const prepareVideo = async (item: Extract<DraftItem, { kind: 'video' }>): Promise<Prepared> => {
  const blob = await readFile(item.src)
  if (!blob) return GONE
  const { format, isWhole } = await inspectFile(blob)
  const type = trueType(blob, format)
  const problem = checkFile('video', { type, size: blob.size })
  if (problem) return { problem: problemText('video', problem).text }
  if (!storedExtension(type)) return { problem: texts.notTaken(formats.video) }
  if (!isWhole) return INCOMPLETE
  if (!(await isPlayable(blob))) return { problem: texts.cannotShow(formats.video) }
  const saved = item.poster === undefined ? undefined : await readFile(item.poster).catch(() => undefined)
  const poster = await decodeImage(saved ?? (await firstFrame(blob)))
  const { picture, files } = await createImageVariants(poster, `${item.name}, first frame`)
  const video = await toMediaFile(blob, type, item.name)
  return { media: { kind: 'video', ...picture, video: video.name }, files: [video, ...files] }
}

// Never rejects. Images and posters become WebP or JPEG in up to three widths. Videos stay unchanged.
const prepare = async (item: DraftItem): Promise<Prepared> => {
  if (item.kind === 'built-in') return { media: toBundledMedia(item.image), files: [] }
  try {
    return await (item.kind === 'video' ? prepareVideo(item) : prepareImage(item))
  } catch (cause) {
    console.info(`${item.name} could not be prepared`, cause)
    return { problem: externalFileText(item.src) ?? texts.cannotShow(formats[item.kind]) }
  }
}

/** Query of an item's files. Doesn't cache failures, or videos, which are large. */
export const preparedQuery = (item: DraftItem) =>
  queryOptions({
    // The files' labels contain the item's name.
    queryKey: ['prepared', item.name, item.src],
    queryFn: () => prepare(item),
    staleTime: ({ state }) => (state.data && 'problem' in state.data ? 0 : Number.POSITIVE_INFINITY),
    gcTime: item.kind === 'video' ? 0 : 5 * 60_000,
    structuralSharing: false,
  })
