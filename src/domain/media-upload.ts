import type { HeroSlide } from './media'

const MEGABYTE = 1024 * 1024

/** Per browser (contract, point 9). */
export const MAX_PROJECT_IMAGES = 20

/** Contract, points 5 and 9. */
export const uploadRules = {
  video: { family: 'video/', maxBytes: 50 * MEGABYTE },
  image: { family: 'image/', maxBytes: 5 * MEGABYTE },
} as const
export type UploadKind = keyof typeof uploadRules

/** `sound`: the browser reports an Ogg file as audio. `unreadable`: gone since it was chosen. */
export type FileProblem = 'not-of-family' | 'sound' | 'empty' | 'too-large' | 'unreadable'

export const mediaType = ({ type }: { type: string }): string => type.toLowerCase().split(';')[0] ?? ''

/** Checks only type and size, because other browsers may show the file. */
export const checkFile = (kind: UploadKind, file: { type: string; size: number }): FileProblem | undefined => {
  const { family, maxBytes } = uploadRules[kind]
  const type = mediaType(file)
  // Chromium reports every `.ogg` as audio.
  if (kind === 'video' && /^(?:audio|application)\/ogg$/.test(type)) return 'sound'
  if (!type.startsWith(family)) return 'not-of-family'
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'too-large' : undefined
}

/** Puts a video first, replacing a video that is first. */
export const putVideoFirst = (slides: readonly HeroSlide[], video: HeroSlide): HeroSlide[] => [
  video,
  ...(slides[0]?.type === 'video' ? slides.slice(1) : slides),
]

/** Puts an image first, or moves it there. */
export const putImageFirst = (slides: readonly HeroSlide[], image: HeroSlide): HeroSlide[] => [
  image,
  ...slides.filter(({ src }) => src !== image.src),
]

/** Returns the time in ms, or the highest id plus one if greater. */
export const timestampId = (records: readonly { id: string }[], now: number): string => {
  const taken = records.map(({ id }) => Number(id)).filter(Number.isFinite)
  return String(Math.max(now, ...taken.map((id) => id + 1)))
}

export const moveItem = <T>(list: readonly T[], from: number, to: number): T[] => {
  const moved = [...list]
  moved.splice(Math.min(Math.max(to, 0), list.length - 1), 0, ...moved.splice(from, 1))
  return moved
}

export const fitWithin = (size: { width: number; height: number }, longest: number) => {
  const factor = Math.min(1, longest / Math.max(size.width, size.height))
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  }
}
