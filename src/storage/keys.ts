import { isHeroSlide, isSavedFile } from '@/domain/media'
import { listOf, storedValue, storedWord } from './stored-value'

/** What a visitor decided about analytics cookies. */
export type Consent = 'accepted' | 'rejected'

/** The visitor's decision about cookies. */
export const cookieConsent = storedWord('cookieConsent', ['accepted', 'rejected'])

/** Set for this browser session once the maintenance page was unlocked. */
export const maintenanceAuth = storedWord('maintenance-auth', ['true'], 'session')

/** Set for this browser session once the owner was let past 'Work in Progress'. */
export const siteAccessAuth = storedWord('site-access-auth', ['true'], 'session')

/** The slides of the home page's hero, first slide first. */
export const heroSlides = storedValue('heroSlides', listOf(isHeroSlide))

/** The owner's project images; the home page shows the first few. */
export const projectImages = storedValue('projectImages', listOf(isSavedFile))
