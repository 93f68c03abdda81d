import type { HeroSlide } from './media'

const MEGABYTE = 1024 * 1024

/** Most project images that a browser keeps (contract, point 9). */
export const MAX_PROJECT_IMAGES = 20

/** Contract, points 5 and 9. */
export const uploadRules = {
  video: { family: 'video/', maxBytes: 50 * MEGABYTE },
  image: { family: 'image/', maxBytes: 5 * MEGABYTE },
} as const
export type UploadKind = keyof typeof uploadRules

/** `sound`: the browser takes an Ogg file for sound; `unreadable`: it has gone since it was chosen. */
export type FileProblem = 'not-of-family' | 'sound' | 'empty' | 'too-large' | 'unreadable'

/** A file's media type in lower case, without parameters; '' where the browser knows none. */
export const mediaType = ({ type }: { type: string }): string => type.toLowerCase().split(';')[0] ?? ''

/** Checks type and size only: other browsers may show what this one cannot. */
export const checkFile = (kind: UploadKind, file: { type: string; size: number }): FileProblem | undefined => {
  const { family, maxBytes } = uploadRules[kind]
  const type = mediaType(file)
  // Chromium takes `.ogg` for sound, whatever it holds.
  if (kind === 'video' && /^(?:audio|application)\/ogg$/.test(type)) return 'sound'
  if (!type.startsWith(family)) return 'not-of-family'
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'too-large' : undefined
}

/** Puts a video first, in place of one that was. */
export const putVideoFirst = (slides: readonly HeroSlide[], video: HeroSlide): HeroSlide[] => [
  video,
  ...(slides[0]?.type === 'video' ? slides.slice(1) : slides),
]

/** Puts an image first, also one that was further back. */
export const putImageFirst = (slides: readonly HeroSlide[], image: HeroSlide): HeroSlide[] => [
  image,
  ...slides.filter(({ src }) => src !== image.src),
]

/** The time in ms, or one more than the highest id if that is greater. */
export const timestampId = (records: readonly { id: string }[], now: number): string => {
  const taken = records.map(({ id }) => Number(id)).filter(Number.isFinite)
  return String(Math.max(now, ...taken.map((id) => id + 1)))
}

/** Moves the item at `from` to `to`, which is clamped. */
export const moveItem = <T>(list: readonly T[], from: number, to: number): T[] => {
  const moved = [...list]
  moved.splice(Math.min(Math.max(to, 0), list.length - 1), 0, ...moved.splice(from, 1))
  return moved
}

/** Scales a size down, never up, to sides of at most `longest`. */
export const fitWithin = (size: { width: number; height: number }, longest: number) => {
  const factor = Math.min(1, longest / Math.max(size.width, size.height))
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  }
}
