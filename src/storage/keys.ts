import { toHeroSlide, toSavedFile } from '@/domain/media'
import * as names from './names'
import { listOf, storedValue, storedWord } from './stored-value'

export type Consent = 'accepted' | 'rejected'

export const cookieConsent = storedWord(names.cookieConsent, ['accepted', 'rejected'])
export const maintenanceAuth = storedWord(names.maintenanceAuth, ['true'], 'session')
export const siteAccessAuth = storedWord(names.siteAccessAuth, ['true'], 'session')
export const heroSlides = storedValue(names.heroSlides, listOf(toHeroSlide))
export const projectImages = storedValue(names.projectImages, listOf(toSavedFile))
