import * as v from 'valibot'

/**
 * Rebuild status. `waiting`: for a quiet time or the budget. `spent`: no budget in these 30 days. `ordered`: not live
 * yet. `lost`: not live despite retries. `failed`: the host failed and will be asked again. `older`: outdated without a
 * deploy hook.
 */
export const buildSchema = v.object({
  state: v.picklist(['current', 'waiting', 'spent', 'ordered', 'lost', 'failed', 'older']),
  /** Time of the next request to the host, if known. */
  due: v.nullable(v.string()),
  /** Seconds until another call may have an effect, or null. */
  ask_in: v.nullable(v.number()),
  /** Number of repeat requests for the newest change. `since` is the time of its first request. */
  times: v.number(),
  since: v.nullable(v.string()),
  /** Whether the last request didn't go live in time. */
  is_lost: v.boolean(),
  /** Whether `/version.json` has the number of the pages' last change. */
  is_readable: v.boolean(),
})
export type RebuildStatus = v.InferOutput<typeof buildSchema>

/** Number of the last change in the caller's page, and whether an administrator requests a build beyond the budget. */
export const rebuildSchema = v.object({
  page: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
  extra: v.nullish(v.boolean()),
})
export type Rebuild = v.InferOutput<typeof rebuildSchema>

export const rebuildResponseSchema = v.object({ build: buildSchema })
