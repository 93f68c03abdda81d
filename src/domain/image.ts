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

type Described = { readonly id: number; readonly description: string }
export type BuiltInImage = BundledImage & Described
export type OwnImage = UploadedImage & Described

export type ResponsiveImage = BundledImage | UploadedImage
export type CaptionedImage = BuiltInImage | OwnImage

export const imageUrl = (image: Pick<BundledImage, 'base'>, width: number, format: 'avif' | 'webp'): string =>
  `${image.base}-${width}.${format}`

export const imageSrcSet = (image: Pick<BundledImage, 'base' | 'widths'>): string =>
  image.widths.map((width) => `${imageUrl(image, width, 'avif')} ${width}w`).join(', ')
