import { toStill } from '../still'

/** Longest side of a saved image in pixels: what the home page can show on a sharp screen. */
const LONGEST_SIDE = 1600

/**
 * Decodes an image file and returns it upright, scaled and re-encoded, without the camera's notes about place and time.
 * An animation becomes its first frame. Rejects when the file is not the picture its type says.
 */
export const scaleImage = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return await toStill(bitmap, bitmap, LONGEST_SIDE)
  } finally {
    bitmap.close()
  }
}
