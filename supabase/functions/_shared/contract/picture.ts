import * as v from 'valibot'

// A file is named by the SHA-256 of its bytes, so its URL never stands for others.
const file = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(webp|jpg)$/))
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** An uploaded picture: one to three files in rising widths, the size of the largest in pixels, the colour of its edge. */
export const pictureEntries = {
  files: v.pipe(v.array(file), v.minLength(1), v.maxLength(3)),
  widths: v.array(pixels),
  width: pixels,
  height: pixels,
  placeholder: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
}

export type PictureFiles = v.InferOutput<v.ObjectSchema<typeof pictureEntries, undefined>>

/** Whether each file has its width. */
export const hasMatchingWidths = ({ files, widths }: Pick<PictureFiles, 'files' | 'widths'>): boolean =>
  files.length === widths.length
