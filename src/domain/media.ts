/** Pictures of 'Our Latest Projects' (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** `url` is a data URL, or an `idb:` URL where local storage had no room; `uploadDate` is as in '03/02/2026'. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

// Checked by hand: a schema library would be the largest part of the home page's script.
const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads a saved file, whose id is a number in older ones; undefined if `value` is none. */
export const toSavedFile = (value: unknown): SavedFile | undefined => {
  const { id, name, url, uploadDate } = Object(value)
  const text = typeof id === 'number' ? String(id) : id
  return [text, name, url, uploadDate].every(isText) ? { id: text, name, url, uploadDate } : undefined
}

/** Reads a hero slide; undefined if `value` is none. */
export const toHeroSlide = (value: unknown): HeroSlide | undefined => {
  const { type, src, poster } = Object(value)
  if (!isText(src)) return undefined
  if (type === 'image' || (type === 'video' && poster == null)) return { type, src }
  return type === 'video' && isText(poster) ? { type, src, poster } : undefined
}

/** The URL of a built-in image without hash, width and format. */
export const stripHash = (src: string): string => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

/** Whether two URLs are of the same built-in image, in whatever build, width and format. */
export const isSameImage = (one: string, other: string): boolean => stripHash(one) === stripHash(other)

/** How the URL of a file in IndexedDB begins. */
export const DATABASE_SCHEME = 'idb:'

export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/** Whether a stored URL may be shown; the page's policy decides about `https:`. */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|https:\/\/|\/(?![/\\]))/.test(url)
