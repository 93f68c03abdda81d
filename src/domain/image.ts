/** `width` and `height` are those of the largest of `widths`, in pixels. `placeholder` is the edge colour. */
export interface CommonImage {
  readonly src: string
  readonly widths: readonly number[]
  readonly width: number
  readonly height: number
  readonly placeholder: string
  readonly alt: string
}

export interface BundledImage extends CommonImage {
  /** URL without width and format. */
  readonly base: string
}

export interface UploadedImage extends CommonImage {
  readonly base?: undefined
  readonly srcSet: string
  readonly avifSrcSet?: string
  readonly largest: string
}

/** Image with its number in its list, counted from 1, and a caption. */
export type Captioned<Image extends CommonImage> = Image & { readonly id: number; readonly description: string }

export type ResponsiveImage = BundledImage | UploadedImage
export type CaptionedImage = Captioned<BundledImage> | Captioned<UploadedImage>

export const imageUrl = (image: Pick<BundledImage, 'base'>, width: number, format: 'avif' | 'webp'): string =>
  `${image.base}-${width}.${format}`

export const imageSrcSet = (image: Pick<BundledImage, 'base' | 'widths'>): string =>
  image.widths.map((width) => `${imageUrl(image, width, 'avif')} ${width}w`).join(', ')
