import * as v from 'valibot'

/** Saved project images that the home page shows, counted from the first (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** A file the owner saved; `url` is a data URL, or names a file in the browser's database. */
export const savedFileSchema = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  uploadDate: v.string(),
})
export type SavedFile = v.InferOutput<typeof savedFileSchema>

/** A video the owner uploaded. */
export type Video = SavedFile

/** An image the owner saved for the home page. */
export type ProjectImage = SavedFile

/** One slide of the hero as the owner saved it; addresses as in `savedFileSchema`, or a picture of the site. */
export const heroSlideSchema = v.variant('type', [
  v.object({ type: v.literal('image'), src: v.string() }),
  v.object({ type: v.literal('video'), src: v.string(), poster: v.optional(v.string()) }),
])
export type HeroSlide = v.InferOutput<typeof heroSlideSchema>

/** What the address of a file in the browser's database begins with; its key follows. */
export const DATABASE_SCHEME = 'idb:'

/** Whether an address names a file in the browser's database, which a page must fetch before it can show it. */
export const isInDatabase = (url: string): boolean => url.startsWith(DATABASE_SCHEME)
