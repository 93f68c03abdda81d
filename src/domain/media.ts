/** Images in 'Our Latest Projects' (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** `url` is a data URL, or an `idb:` URL if local storage was full. `uploadDate` is as in '03/02/2026'. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

// A schema library would dominate the home page's script.
const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a saved file, or returns undefined. Old ones have numeric ids. */
export const toSavedFile = (value: unknown): SavedFile | undefined => {
  const { id, name, url, uploadDate } = Object(value)
  const text = typeof id === 'number' ? String(id) : id
  return [text, name, url, uploadDate].every(isText) ? { id: text, name, url, uploadDate } : undefined
}

export const toHeroSlide = (value: unknown): HeroSlide | undefined => {
  const { type, src, poster } = Object(value)
  if (!isText(src)) return undefined
  if (type === 'image' || (type === 'video' && poster == null)) return { type, src }
  return type === 'video' && isText(poster) ? { type, src, poster } : undefined
}

/** Removes hash, width and extension from a bundled image's URL. */
export const stripHash = (src: string): string => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

/** Whether two URLs show the same bundled image, in any build, width or format. */
export const isSameImage = (one: string, other: string): boolean => stripHash(one) === stripHash(other)

export const DATABASE_SCHEME = 'idb:'

export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/** Whether a stored URL may be shown. The page's CSP decides about `https:`. */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|https:\/\/|\/(?![/\\]))/.test(url)
