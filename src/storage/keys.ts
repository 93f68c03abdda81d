import * as names from './names'
import { storedEnum } from './stored-value'

export type Consent = 'accepted' | 'rejected'

export const cookieConsent = storedEnum(names.cookieConsent, ['accepted', 'rejected'])
export const maintenanceAuth = storedEnum(names.maintenanceAuth, ['true'], 'session')
export const siteAccessAuth = storedEnum(names.siteAccessAuth, ['true'], 'session')
