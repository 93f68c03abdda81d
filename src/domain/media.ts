import * as v from 'valibot'

/** Saved project images that the home page shows, counted from the first (contract, point 9). */
export const LATEST_PROJECTS_COUNT = 4

/** An image the owner saved for the home page; `url` is a data URL. */
export const projectImageSchema = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  uploadDate: v.string(),
})
export type ProjectImage = v.InferOutput<typeof projectImageSchema>

/** One slide of the hero as the owner saved it. */
export const heroSlideSchema = v.variant('type', [
  v.object({ type: v.literal('image'), src: v.string() }),
  v.object({ type: v.literal('video'), src: v.string(), poster: v.optional(v.string()) }),
])
export type HeroSlide = v.InferOutput<typeof heroSlideSchema>
