/** Image formats the pipeline writes, best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** One of the formats the pipeline writes. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** A picture of the site in all its sizes; `src` is a single file for readers that take one address only. */
export interface Picture {
  readonly id: number
  readonly src: string
  readonly alt: string
  readonly description: string
  /** Address without width and format. */
  readonly base: string
  /** Rendered widths in pixels, ascending. */
  readonly widths: readonly number[]
  /** Size of the master: the aspect ratio that reserves the space. */
  readonly width: number
  readonly height: number
  /** Colour of the picture's edge, shown until the picture is there. */
  readonly placeholder: string
}

/** A picture for link previews, 1200 by 630. */
export interface ShareImage {
  readonly src: string
  readonly alt: string
}

/** What the generated modules write down; the rest of a picture follows from it. */
interface PictureRecord {
  readonly id: number
  readonly name: string
  readonly hash: string
  readonly width: number
  readonly height: number
  readonly placeholder: string
  readonly alt: string
  readonly description: string
}

/** Address of one rendition. */
export function pictureUrl(picture: Pick<Picture, 'base'>, width: number, format: PictureFormat): string {
  return `${picture.base}-${width}.${format}`
}

/** `srcset` of all renditions in one format. */
export function pictureSrcSet(picture: Pick<Picture, 'base' | 'widths'>, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
}

/** Completes the records of one collection; kept out of the generated modules so that they stay small. */
export function definePictures(
  collection: string,
  widths: readonly number[],
  records: readonly PictureRecord[],
): readonly Picture[] {
  // The middle width is the one a reader that ignores srcset (feeds, structured data) is best served with.
  const single = widths[Math.floor(widths.length / 2)] ?? 0
  return records.map(({ name, hash, ...facts }) => {
    const base = `/pictures/${collection}/${name}-${hash}`
    return { ...facts, base, widths, src: pictureUrl({ base }, single, 'webp') }
  })
}
