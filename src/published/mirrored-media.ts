import { copied } from 'virtual:mirrored-media'
import type { UploadedImage } from '@/domain/image'
import { avifName, toMirrorPath, toUploadedImage } from '@/domain/uploaded-image'
import { siteMediaUrl } from '@/lib/site-media'

/** Whether the build mirrors a file for initial views. */
export const isMirrored = (name: string): boolean => copied.includes(name.slice(0, 8))

/** Resolves an uploaded image, to mirrors if all exist. */
export const resolveUploadedImage = (uploaded: Parameters<typeof toUploadedImage>[0]): UploadedImage =>
  uploaded.files.every(isMirrored)
    ? toUploadedImage(uploaded, toMirrorPath, (file) => toMirrorPath(avifName(file)))
    : toUploadedImage(uploaded, siteMediaUrl)
