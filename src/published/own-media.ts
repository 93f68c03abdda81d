import { copied } from 'virtual:own-media'
import type { OwnPicture } from '@/domain/image'
import { avifName, toCopy, toOwnPicture } from '@/domain/own-picture'
import { siteMediaUrl } from '@/lib/site-media'

/** Whether the build has copies of a stored file for first views, also in AVIF. */
export const isCopied = (name: string): boolean => copied.includes(name.slice(0, 8))

/** An uploaded picture for the page, by the site's copies where the build has all of them. */
export const ownPicture = (uploaded: Parameters<typeof toOwnPicture>[0]): OwnPicture =>
  uploaded.files.every(isCopied)
    ? toOwnPicture(uploaded, toCopy, (file) => toCopy(avifName(file)))
    : toOwnPicture(uploaded, siteMediaUrl)
