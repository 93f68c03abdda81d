/** Best first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** As `npm run images` writes it into images.json. */
export interface SiteImage {
  readonly id: number
  /** URL without width and format. */
  readonly base: string
  readonly src: string
  readonly widths: readonly number[]
  readonly width: number
  readonly height: number
  /** Colour of the image's edge, shown until it is loaded. */
  readonly placeholder: string
  readonly alt: string
  readonly description: string
}

export const imageUrl = (image: Pick<SiteImage, 'base'>, width: number, format: ImageFormat): string =>
  `${image.base}-${width}.${format}`

export const imageSrcSet = (image: Pick<SiteImage, 'base' | 'widths'>, format: ImageFormat): string =>
  image.widths.map((width) => `${imageUrl(image, width, format)} ${width}w`).join(', ')
