import { isInDatabase } from '@/domain/media'
import { readBlob } from '@/storage/media-blobs'
import { toStill } from '../still'

const POSTER_SIDE = 1280
const PATIENCE_MS = 20_000

// A browser may never report a file that it cannot read.
const once = (video: HTMLVideoElement, event: 'loadedmetadata' | 'loadeddata') =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The video did not load in time')), PATIENCE_MS)
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

const open = (address: string, preload: 'metadata' | 'auto') => {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload, src: address })
  return video
}

const close = (video: HTMLVideoElement) => {
  video.removeAttribute('src')
  video.load()
}

/** Whether the browser can play this address as a film: its head can be read, and it has a picture. */
export const isPlayable = async (address: string): Promise<boolean> => {
  const video = open(address, 'metadata')
  try {
    await once(video, 'loadedmetadata')
    return video.videoWidth > 0
  } catch {
    return false
  } finally {
    close(video)
  }
}

const withAddress = async <T>(url: string, use: (address: string) => Promise<T>): Promise<T> => {
  if (!isInDatabase(url)) return use(url)
  const blob = await readBlob(url)
  if (!blob) throw new Error('The file is no longer in the database')
  const address = URL.createObjectURL(blob)
  try {
    return await use(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The first frame of a saved video as a picture. */
export const firstFrame = (url: string): Promise<Blob> =>
  withAddress(url, async (address) => {
    const video = open(address, 'auto')
    try {
      await once(video, 'loadeddata')
      return await toStill(video, { width: video.videoWidth, height: video.videoHeight }, POSTER_SIDE)
    } finally {
      close(video)
    }
  })
