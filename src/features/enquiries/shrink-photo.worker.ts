import { ENQUIRY_PHOTO_LIMITS } from '@contract/limits'
import { toSmallVariant } from '@/lib/images/scale'

// In the page, scaling would block typing for 100 ms.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const shrunk = await createImageBitmap(data)
    .then((bitmap) => toSmallVariant(bitmap, bitmap, ENQUIRY_PHOTO_LIMITS))
    .catch(() => undefined)
  postMessage(shrunk)
})
