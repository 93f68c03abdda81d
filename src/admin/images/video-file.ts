import { toImageVariant } from '@/lib/images/scale'

const POSTER_SIDE = 1280
const LOAD_TIMEOUT_MS = 20_000

// Browsers may fire no event for an unreadable file.
const once = (video: HTMLVideoElement, event: 'loadedmetadata' | 'loadeddata') =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('The video did not load in time')), LOAD_TIMEOUT_MS)
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(video.error), { once: true })
  })

const withVideo = async <T>(
  file: Blob,
  event: 'loadedmetadata' | 'loadeddata',
  use: (video: HTMLVideoElement) => T | Promise<T>,
): Promise<T> => {
  const video = document.createElement('video')
  const preload = event === 'loadeddata' ? 'auto' : 'metadata'
  const url = URL.createObjectURL(file)
  Object.assign(video, { muted: true, playsInline: true, preload, src: url })
  try {
    await once(video, event)
    if (video.videoWidth === 0) throw new Error('The file has sound, but no picture')
    return await use(video)
  } finally {
    // Clear `src` first, because videos that still read a revoked URL log an error.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

export const isPlayable = (file: Blob): Promise<boolean> =>
  withVideo(file, 'loadedmetadata', () => true).catch(() => false)

/** Returns the first frame, with sides of at most 1,280 pixels. Rejects after 20 s. */
export const firstFrame = (file: Blob): Promise<Blob> =>
  withVideo(file, 'loadeddata', (video) =>
    toImageVariant(video, { width: video.videoWidth, height: video.videoHeight }, POSTER_SIDE),
  )
