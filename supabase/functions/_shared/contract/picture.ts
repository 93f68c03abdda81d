import * as v from 'valibot'

// Named after its SHA-256, so a URL always has the same bytes.
const file = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(webp|jpg)$/))
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** Uploaded image: files by ascending width, largest size in pixels, edge colour. */
export const pictureEntries = {
  files: v.pipe(v.array(file), v.minLength(1), v.maxLength(4)),
  widths: v.array(pixels),
  width: pixels,
  height: pixels,
  placeholder: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
}

export type PictureFiles = v.InferOutput<v.ObjectSchema<typeof pictureEntries, undefined>>

export const hasMatchingWidths = ({ files, widths }: Pick<PictureFiles, 'files' | 'widths'>): boolean =>
  files.length === widths.length
