import { toHeroSlide, toSavedFile } from '@/domain/media'
import { listOf, storedValue, storedWord } from './stored-value'

export type Consent = 'accepted' | 'rejected'

export const cookieConsent = storedWord('cookieConsent', ['accepted', 'rejected'])

export const maintenanceAuth = storedWord('maintenance-auth', ['true'], 'session')

export const siteAccessAuth = storedWord('site-access-auth', ['true'], 'session')

export const heroSlides = storedValue('heroSlides', listOf(toHeroSlide))

export const projectImages = storedValue('projectImages', listOf(toSavedFile))
