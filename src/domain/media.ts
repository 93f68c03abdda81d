/** Saved project images on the home page, counted from the first (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** A file the owner saved; `url` is a data URL or an `idb:` URL. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

// Checked by hand: a schema library would be the largest part of the home page's script.
const hasTexts = (value: unknown, ...names: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

export const isSavedFile = (value: unknown): value is SavedFile => hasTexts(value, 'id', 'name', 'url', 'uploadDate')

export type Video = SavedFile

export type ProjectImage = SavedFile

/** A hero slide as saved; `src` is a URL as in `SavedFile`, or of an image of the site. */
export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

export const isHeroSlide = (value: unknown): value is HeroSlide =>
  hasTexts(value, 'type', 'src') &&
  (value.type === 'image' || (value.type === 'video' && (value.poster === undefined || hasTexts(value, 'poster'))))

/** The URL of an image of the site without what the build ends it with: hash, width and format. */
export const withoutHash = (src: string): string => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

/** Whether two URLs lead to the same image of the site, even if one is from an earlier build. */
export const isSameImage = (one: string, other: string): boolean => withoutHash(one) === withoutHash(other)

/** Prefix of the URL of a file in the browser's database; its key follows. */
export const DATABASE_SCHEME = 'idb:'

export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/** Whether a URL is media in the browser or a file of the site: storage may have been tampered with to name another. */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|\/(?![/\\]))/.test(url)
