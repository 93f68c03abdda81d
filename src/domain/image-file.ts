import { type CaptionedImage, imageUrl } from './image'

/** The URL of an image's largest file that is not AVIF. */
export const getLargestUrl = (image: CaptionedImage): string =>
  image.base === undefined ? image.largest : imageUrl(image, image.widths.at(-1) ?? image.width, 'webp')

/** Whether an image is known to show a model, as all built-in ones do. */
export const isModelView = ({ base }: CaptionedImage): boolean => base !== undefined
