/** Saved project images on the home page, counted from the first (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** A file the owner saved; `url` is a data URL, or an `idb:` URL where local storage had no room. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

export type Video = SavedFile

export type ProjectImage = SavedFile

/** A hero slide as saved; `src` is a URL as in `SavedFile`, or of an image of the site. */
export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

// Checked by hand: a schema library would be the largest part of the home page's script.
const isText = (value: unknown): value is string => typeof value === 'string'

/** The saved file that a value from the storage stands for; older ones have numbers as ids. */
export const toSavedFile = (value: unknown): SavedFile | undefined => {
  const { id, name, url, uploadDate } = Object(value)
  const text = typeof id === 'number' ? String(id) : id
  return [text, name, url, uploadDate].every(isText) ? { id: text, name, url, uploadDate } : undefined
}

export const toHeroSlide = (value: unknown): HeroSlide | undefined => {
  const { type, src, poster } = Object(value)
  if (!isText(src)) return undefined
  if (type === 'image') return { type, src }
  if (type !== 'video') return undefined
  const hasPoster = poster !== undefined && poster !== null
  return hasPoster ? (isText(poster) ? { type, src, poster } : undefined) : { type, src }
}

/** The URL of an image of the site without what the build ends it with: hash, width and format. */
export const withoutHash = (src: string): string => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

/** Whether two URLs lead to the same image of the site, even if one is from an earlier build. */
export const isSameImage = (one: string, other: string): boolean => withoutHash(one) === withoutHash(other)

export const DATABASE_SCHEME = 'idb:'

export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/** Whether a URL from the storage may be asked for as media; for one elsewhere (`https:`) the page's policy decides. */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|https:\/\/|\/(?![/\\]))/.test(url)
