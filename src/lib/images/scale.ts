import { fitWithin } from '@/domain/media-upload'
import { inspectFile } from './inspect-file'

type Canvas = HTMLCanvasElement | OffscreenCanvas

// Workers have no document.
const createCanvas = ({ width, height }: { width: number; height: number }): Canvas =>
  'document' in globalThis
    ? Object.assign(document.createElement('canvas'), { width, height })
    : new OffscreenCanvas(width, height)

const encode = (canvas: Canvas, type: string, quality: number): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality })
    : new Promise((resolve) => canvas.toBlob(resolve, type, quality))

/**
 * Scales to sides of at most `longest` pixels, as WebP or, if unsupported, JPEG. Also runs in workers. Throws on failure.
 */
export const toImageVariant = async (
  source: CanvasImageSource,
  size: { width: number; height: number },
  longest: number,
  quality = 0.82,
): Promise<Blob> => {
  const canvas = createCanvas(fitWithin(size, longest))
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  const webp = await encode(canvas, 'image/webp', quality)
  if (webp?.type === 'image/webp') return webp
  // JPEG has no transparency. Use white instead of black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await encode(canvas, 'image/jpeg', quality + 0.03)
  if (!jpeg) throw new Error('The image could not be encoded')
  return jpeg
}

// Parts of the longest side, and qualities.
const SMALLER = [
  [1, 0.82],
  [1, 0.6],
  [0.75, 0.6],
  [0.5, 0.5],
  [0.25, 0.5],
] as const

/** Scales an image to `side` pixels or less, and to at most `bytes`. Throws on failure. */
export const toSmallVariant = async (
  source: CanvasImageSource,
  size: { width: number; height: number },
  { side, bytes }: { side: number; bytes: number },
): Promise<Blob> => {
  for (const [part, quality] of SMALLER) {
    const variant = await toImageVariant(source, size, side * part, quality)
    if (variant.size <= bytes) return variant
  }
  throw new Error('The image can’t be made small enough')
}

/** Decodes an image file, upright. */
export const decodeImage = async (file: Blob): Promise<HTMLImageElement> => {
  // Firefox's createImageBitmap rejects photos that EXIF metadata rotates.
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    // An SVG may have no size.
    if (image.width === 0 || image.height === 0) throw new Error('The image has no size')
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

// Largest size that the home page shows on a high-density screen.
const LONGEST_SIDE = 1600

/**
 * Scales a file to at most 1,600 pixels a side, without metadata. Returns it unchanged if that fails or saves nothing.
 */
export const scaleImage = async (file: Blob): Promise<Blob> => {
  // SVG has no pixels, and scaling would stop an animation.
  if (/gif|svg/.test(file.type) || (await inspectFile(file)).isAnimated) return file
  const scaled = await decodeImage(file)
    .then((image) => toImageVariant(image, image, LONGEST_SIDE))
    .catch(() => file)
  return scaled.size < file.size ? scaled : file
}
