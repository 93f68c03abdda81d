import { isInDatabase } from '@/domain/media'
import { readBlob } from '@/storage/media-blobs'
import { toStill } from '../still'

const POSTER_SIDE = 1280
const TIMEOUT_MS = 20_000

// A browser may never fire an event for a file that it cannot read.
const once = (video: HTMLVideoElement, event: 'loadedmetadata' | 'loadeddata') =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The video did not load in time')), TIMEOUT_MS)
    const settle = (then: () => void) => () => {
      clearTimeout(timer)
      then()
    }
    video.addEventListener(event, settle(resolve), { once: true })
    video.addEventListener(
      'error',
      settle(() => reject(video.error)),
      { once: true },
    )
  })

const open = (url: string, preload: 'metadata' | 'auto') => {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload, src: url })
  return video
}

const close = (video: HTMLVideoElement) => {
  video.removeAttribute('src')
  video.load()
}

/** Whether the browser can play this URL as a video with frames. */
export const isPlayable = async (url: string): Promise<boolean> => {
  const video = open(url, 'metadata')
  try {
    await once(video, 'loadedmetadata')
    return video.videoWidth > 0
  } catch {
    return false
  } finally {
    close(video)
  }
}

const withFile = async <T>(url: string, use: (shown: string) => Promise<T>): Promise<T> => {
  if (!isInDatabase(url)) return use(url)
  const blob = await readBlob(url)
  if (!blob) throw new Error('The file is no longer in the database')
  const shown = URL.createObjectURL(blob)
  try {
    return await use(shown)
  } finally {
    URL.revokeObjectURL(shown)
  }
}

/** The first frame of a saved video. Rejects when there is none. */
export const firstFrame = (url: string): Promise<Blob> =>
  withFile(url, async (shown) => {
    const video = open(shown, 'auto')
    try {
      await once(video, 'loadeddata')
      return await toStill(video, { width: video.videoWidth, height: video.videoHeight }, POSTER_SIDE)
    } finally {
      close(video)
    }
  })
