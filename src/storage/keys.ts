import { toHeroSlide, toSavedFile } from '@/domain/media'
import * as names from './names'
import { listCodec, storedEnum, storedValue } from './stored-value'

export type Consent = 'accepted' | 'rejected'

export const cookieConsent = storedEnum(names.cookieConsent, ['accepted', 'rejected'])
export const maintenanceAuth = storedEnum(names.maintenanceAuth, ['true'], 'session')
export const siteAccessAuth = storedEnum(names.siteAccessAuth, ['true'], 'session')
export const heroSlides = storedValue(names.heroSlides, listCodec(toHeroSlide))
export const projectImages = storedValue(names.projectImages, listCodec(toSavedFile))
