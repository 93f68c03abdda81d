import * as v from 'valibot'

/**
 * What `rebuild` answers: the host was asked to build the pages or could not be, cannot be asked at all, is asked within five
 * minutes as it was a moment ago, or has them as they are.
 */
export const rebuildSchema = v.picklist(['requested', 'failed', 'off', 'later', 'current'])
export type Rebuild = v.InferOutput<typeof rebuildSchema>

/** A response of `rebuild`. */
export const rebuiltSchema = v.object({ rebuild: rebuildSchema })
