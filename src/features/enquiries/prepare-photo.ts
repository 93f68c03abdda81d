import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'
import { mediaFormats } from '@/domain/media-formats'
import { inspectFile } from '@/lib/images/inspect-file'
import { decodeImage, toSmallVariant } from '@/lib/images/scale'
import { createTrustedPolicy } from '@/lib/trusted-types'
import type { PhotoProblem } from '@/messages/enquiry-photos'
import workerUrl from './shrink-photo.worker.ts?worker&url'

const FILE_BYTES_MAX = 25 * 1024 * 1024
// Phones have cameras of up to 50 megapixels. Decoded, each pixel takes 4 bytes.
const PIXELS_MAX = 64_000_000

/** Reason why a file can't be sent. */
export class PhotoError extends Error {
  readonly problem: PhotoProblem

  constructor(problem: PhotoProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** Reads an image's size without decoding it. Rejects if the browser doesn't know the format. */
const readSize = async (file: Blob): Promise<{ width: number; height: number }> => {
  const image = new Image()
  const loaded = new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject }))
  image.src = URL.createObjectURL(file)
  await loaded.finally(() => URL.revokeObjectURL(image.src))
  return { width: image.naturalWidth, height: image.naturalHeight }
}

const workerPolicy = createTrustedPolicy('photo-worker', { createScriptURL: (_: string) => workerUrl })

const shrinkInWorker = async (file: Blob): Promise<Blob> => {
  const worker = new Worker(workerPolicy.createScriptURL(''), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => (data ? resolve(data) : reject())
    worker.onerror = reject
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

// Firefox's workers can't decode photos that EXIF metadata rotates.
const shrinkInPage = async (file: Blob): Promise<Blob> => {
  const image = await decodeImage(file)
  return toSmallVariant(image, image, ENQUIRY_PHOTO_LIMITS)
}

/** Re-encodes a photo upright, without metadata, within `ENQUIRY_PHOTO_LIMITS`. Throws `PhotoError`. */
export const preparePhoto = async (file: Blob): Promise<Blob> => {
  if (file.size === 0) throw new PhotoError('empty')
  if (file.size > FILE_BYTES_MAX) throw new PhotoError('too-large')
  const { format, isWhole } = await inspectFile(file)
  if (!format || mediaFormats[format].family !== 'image') throw new PhotoError('not-a-photo')
  if (!isWhole) throw new PhotoError('broken')
  const unreadable = (cause: unknown): never => {
    throw new PhotoError(format === 'heic' ? 'heic' : 'broken', cause)
  }
  const { width, height } = await readSize(file).catch(unreadable)
  if (width * height > PIXELS_MAX) throw new PhotoError('too-many-pixels')
  return shrinkInWorker(file)
    .catch(() => shrinkInPage(file))
    .catch(unreadable)
}
