import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'
import { toSmallVariant } from '@/lib/images/scale'

// Scaling blocks for 100 ms, in which nobody could type.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const shrunk = await createImageBitmap(data)
    .then((bitmap) => toSmallVariant(bitmap, bitmap, ENQUIRY_PHOTO_LIMITS))
    .catch(() => undefined)
  postMessage(shrunk)
})
