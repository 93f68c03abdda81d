import { isHeroSlide, isSavedFile } from '@/domain/media'
import { listOf, storedValue, word } from './stored-value'

/** What a visitor decided about analytics cookies. */
export type Consent = 'accepted' | 'rejected'

/** The visitor's decision about cookies. */
export const cookieConsent = storedValue<Consent>('cookieConsent', word(['accepted', 'rejected']))

/** Set for this browser session once the maintenance page was unlocked. */
export const maintenanceAuth = storedValue('maintenance-auth', word(['true']), 'session')

/** Set for this browser session once the owner was let past 'Work in Progress'. */
export const siteAccessAuth = storedValue('site-access-auth', word(['true']), 'session')

/** The slides of the home page's hero, first slide first. */
export const heroSlides = storedValue('heroSlides', listOf(isHeroSlide))

/** The owner's project images; the home page shows the first few. */
export const projectImages = storedValue('projectImages', listOf(isSavedFile))
