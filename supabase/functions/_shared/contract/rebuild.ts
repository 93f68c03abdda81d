import * as v from 'valibot'

/**
 * What is known of the next build of the pages. `current`: they are as visitors see the site; `waiting`, for a quiet time or
 * the budget; `spent`: the budget of these 30 days is; `ordered`, and not live yet; `lost`, however often it was ordered;
 * `failed`: the host could not be asked, and will be asked again; `older`: nobody asks it.
 */
export const buildSchema = v.object({
  state: v.picklist(['current', 'waiting', 'spent', 'ordered', 'lost', 'failed', 'older']),
  /** When it is ordered, or is given again, where that is known. */
  due: v.nullable(v.string()),
  /** Seconds until another call may have an effect; null: none has. */
  ask_in: v.nullable(v.number()),
  /** How often the present pages were ordered again, since when. */
  times: v.number(),
  since: v.nullable(v.string()),
  /** Whether the last order did not become live in time. */
  is_lost: v.boolean(),
  /** Whether the site's `/version.json` has the number of the last change that its pages know. */
  is_readable: v.boolean(),
})
export type RebuildStatus = v.InferOutput<typeof buildSchema>

/** What `rebuild` is sent: the number of the last change that the caller's page knows, and whether an administrator asks past the budget. */
export const rebuildSchema = v.object({
  page: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
  extra: v.nullish(v.boolean()),
})
export type Rebuild = v.InferOutput<typeof rebuildSchema>

/** A response of `rebuild`. */
export const rebuildResponseSchema = v.object({ build: buildSchema })
