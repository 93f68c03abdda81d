import type { GalleryPhoto } from '@/domain/project'
import { galleryPictures } from './pictures/gallery'

/** The standalone pictures below the project cards, in order. */
export const gallery: readonly GalleryPhoto[] = galleryPictures
