/** Best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** An image of the site in all its sizes, as `npm run images` writes it into images.json. */
export interface Picture {
  readonly id: number
  /** URL without width and format. */
  readonly base: string
  /** For readers that take one URL only. */
  readonly src: string
  /** Rendered widths in pixels, ascending. */
  readonly widths: readonly number[]
  /** Size of the master: the aspect ratio that reserves the space. */
  readonly width: number
  readonly height: number
  /** Colour of the image's edge, shown until it is loaded. */
  readonly placeholder: string
  readonly alt: string
  readonly description: string
}

export const pictureUrl = (picture: Pick<Picture, 'base'>, width: number, format: PictureFormat): string =>
  `${picture.base}-${width}.${format}`

export const pictureSrcSet = (picture: Pick<Picture, 'base' | 'widths'>, format: PictureFormat): string =>
  picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
