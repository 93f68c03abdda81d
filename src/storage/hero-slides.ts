import { isHeroSlide } from '@/domain/media'
import { listOf } from './list'
import { storedValue } from './stored-value'

/** The slides of the home page's hero, first slide first. */
export const heroSlides = storedValue('heroSlides', listOf(isHeroSlide))
