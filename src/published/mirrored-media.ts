import { copied } from 'virtual:mirrored-media'
import type { UploadedImage } from '@/domain/image'
import { avifName, toMirrorPath, toUploadedImage } from '@/domain/uploaded-image'
import { siteMediaUrl } from '@/lib/site-media'

/** Whether the build has copies of a stored file for first views, also in AVIF. */
export const isMirrored = (name: string): boolean => copied.includes(name.slice(0, 8))

/** An uploaded picture for the page, by the site's copies where the build has all of them. */
export const resolveUploadedImage = (uploaded: Parameters<typeof toUploadedImage>[0]): UploadedImage =>
  uploaded.files.every(isMirrored)
    ? toUploadedImage(uploaded, toMirrorPath, (file) => toMirrorPath(avifName(file)))
    : toUploadedImage(uploaded, siteMediaUrl)
