import { type CaptionedImage, imageUrl } from './image'

export const getLargestUrl = (image: CaptionedImage): string =>
  image.base === undefined ? image.largest : imageUrl(image, image.widths.at(-1) ?? image.width, 'webp')

/** Whether an image shows a model, as all bundled ones do. */
export const isModelView = ({ base }: CaptionedImage): boolean => base !== undefined
