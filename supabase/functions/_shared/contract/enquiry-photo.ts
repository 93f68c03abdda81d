import * as v from 'valibot'

export const ENQUIRY_PHOTOS_BUCKET = 'enquiry-photos'

/** Maximum photos per enquiry, bytes of each, and pixels of its longest side. */
export const ENQUIRY_PHOTO_LIMITS = { photos: 5, bytes: 350_000, side: 1_600 } as const

/** Uploads per IP address. */
export const ENQUIRY_PHOTO_RATE = { limit: 30, windowSeconds: 3_600 } as const

/** Header with the id of an enquiry's set of photos, and their SHA-256s. */
export const ENQUIRY_PHOTOS_HEADER = 'Enquiry-Photos'

export const SHA256 = /^[0-9a-f]{64}$/

/** Parses `Enquiry-Photos` to an enquiry's columns. */
export const enquiryPhotosSchema = v.pipe(
  v.string(),
  v.transform((header) => header.split(' ')),
  v.tupleWithRest([v.pipe(v.string(), v.uuid())], v.pipe(v.string(), v.regex(SHA256))),
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
