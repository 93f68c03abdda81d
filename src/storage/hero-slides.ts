import * as v from 'valibot'
import { heroSlideSchema } from '@/domain/media'
import { json } from './json'
import { storedValue } from './stored-value'

/** The slides of the home page's hero, first slide first. */
export const heroSlides = storedValue('heroSlides', json(v.array(heroSlideSchema)))
