import { imageUrl, type SiteImage } from './image'

/** An image's largest file, where it needs no newest format. */
export const largestFile = (image: SiteImage): string =>
  image.base === undefined ? image.largest : imageUrl(image, image.widths.at(-1) ?? image.width, 'webp')

/** Every built-in image is an architectural model; of an own one nobody knows. */
export const isModelView = ({ base }: SiteImage): boolean => base !== undefined
