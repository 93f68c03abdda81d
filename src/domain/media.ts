/** Saved project images that the home page shows, counted from the first (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** A file the owner saved; `url` is a data URL, or names a file in the browser's database. */
export type SavedFile = { id: string; name: string; url: string; uploadDate: string }

// Checked by hand: the home page reads both lists, and a library of schemas would be the largest part of its script.
const hasTexts = (value: unknown, ...names: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

/** Whether a stored value is a saved file. */
export const isSavedFile = (value: unknown): value is SavedFile => hasTexts(value, 'id', 'name', 'url', 'uploadDate')

/** A video the owner uploaded. */
export type Video = SavedFile

/** An image the owner saved for the home page. */
export type ProjectImage = SavedFile

/** One slide of the hero as the owner saved it; addresses as in `SavedFile`, or a picture of the site. */
export type HeroSlide = { type: 'image'; src: string } | { type: 'video'; src: string; poster?: string | undefined }

/** Whether a stored value is a slide of the hero. */
export const isHeroSlide = (value: unknown): value is HeroSlide =>
  hasTexts(value, 'type', 'src') &&
  (value.type === 'image' || (value.type === 'video' && (value.poster === undefined || hasTexts(value, 'poster'))))

// The build puts a hash into the name of every picture, and its width behind it.
const withoutHash = (src: string) => src.replace(/-[0-9a-f]{8}-\d+\.\w+$/, '')

/** Whether two addresses lead to the same picture of the site, also when one is from an earlier build. */
export const isSamePicture = (one: string, other: string): boolean => withoutHash(one) === withoutHash(other)

/** What the address of a file in the browser's database begins with; its key follows. */
export const DATABASE_SCHEME = 'idb:'

/** Whether an address names a file in the browser's database, which a page must fetch before it can show it. */
export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)

/**
 * Whether an address is a picture or film within the browser, or a file of this site: what a page may show. Whoever can
 * write to a browser's storage could put any other there.
 */
export const isShowable = (url: string): boolean => /^(?:data:(?:image|video)\/|blob:|\/(?![/\\]))/.test(url)
