import { toHeroSlide, toSavedFile } from '@/domain/media'
import { listCodec } from './list-codec'
import * as names from './names'
import { storedValue } from './stored-value'

export const heroSlides = storedValue(names.heroSlides, listCodec(toHeroSlide))
export const projectImages = storedValue(names.projectImages, listCodec(toSavedFile))
