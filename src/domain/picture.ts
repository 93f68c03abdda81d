/** Image formats the pipeline writes, best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** One of the formats the pipeline writes. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** A picture of the site in all its sizes, as `npm run images` writes it into images.json. */
export interface Picture {
  readonly id: number
  /** Address without width and format. */
  readonly base: string
  /** A single file for readers that take one address only. */
  readonly src: string
  /** Rendered widths in pixels, ascending. */
  readonly widths: readonly number[]
  /** Size of the master: the aspect ratio that reserves the space. */
  readonly width: number
  readonly height: number
  /** Colour of the picture's edge, shown until the picture is there. */
  readonly placeholder: string
  readonly alt: string
  readonly description: string
}

/** Address of one rendition. */
export const pictureUrl = (picture: Pick<Picture, 'base'>, width: number, format: PictureFormat): string =>
  `${picture.base}-${width}.${format}`

/** `srcset` of all renditions in one format. */
export const pictureSrcSet = (picture: Pick<Picture, 'base' | 'widths'>, format: PictureFormat): string =>
  picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
