import * as v from 'valibot'
import { ENQUIRY_PHOTO_LIMITS } from './limits.ts'

/** Private bucket. Its files have no public URLs. */
export const ENQUIRY_PHOTOS_BUCKET = 'enquiry-photos'

/** Uploads per IP address. The daily limit keeps one from using up all space for unsent photos. */
export const ENQUIRY_PHOTO_RATES = {
  hour: { limit: 30, windowSeconds: 3_600 },
  day: { limit: 100, windowSeconds: 86_400 },
} as const

/** Parses `Enquiry-Photos` to an enquiry's columns. */
export const enquiryPhotosSchema = v.pipe(
  v.string(),
  v.transform((header) => header.split(' ')),
  v.tupleWithRest([v.pipe(v.string(), v.uuid(), v.toLowerCase())], v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  v.check(([, ...photos]) => photos.length > 0 && photos.length <= ENQUIRY_PHOTO_LIMITS.photos),
  v.check(([, ...photos]) => new Set(photos).size === photos.length),
  v.transform(([photo_set, ...photos]) => ({ photo_set, photos })),
)

/** Stored photo. `name` is `<set>/<SHA-256>`, sizes are in pixels and bytes. */
export const enquiryPhotoSchema = v.object({
  name: v.string(),
  width: v.number(),
  height: v.number(),
  size: v.number(),
})
export type EnquiryPhoto = v.InferOutput<typeof enquiryPhotoSchema>
