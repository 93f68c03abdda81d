/** Contract, point 9. */
export const LATEST_PROJECTS_COUNT = 4

/** `url` is a data URL, or an `idb:` URL where local storage had no room. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

// Checked by hand: a schema library would be the largest part of the home page's script.
const isText = (value: unknown): value is string => typeof value === 'string'

/** Undefined if it is none. Older files have numbers as ids. */
export const toSavedFile = (value: unknown): SavedFile | undefined => {
  const { id, name, url, uploadDate } = Object(value)
  const text = typeof id === 'number' ? String(id) : id
  return [text, name, url, uploadDate].every(isText) ? { id: text, name, url, uploadDate } : undefined
}

export const toHeroSlide = (value: unknown): HeroSlide | undefined => {
  const { type, src, poster } = Object(value)
  if (!isText(src)) return undefined
  if (type === 'image' || (type === 'video' && (poster ?? undefined) === undefined)) return { type, src }
  return type === 'video' && isText(poster) ? { type, src, poster } : undefined
}

/** The URL of an image of the site without the hash, width and format of its build. */
export const withoutHash = (src: string): string => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

export const isSameImage = (one: string, other: string): boolean => withoutHash(one) === withoutHash(other)

export const DATABASE_SCHEME = 'idb:'

export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/** Whether media may be fetched from a stored URL; for `https:` the page's policy decides. */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|https:\/\/|\/(?![/\\]))/.test(url)
