import { storedValue, word } from './stored-value'

/** Set for this browser session once the maintenance page was unlocked. */
export const maintenanceAuth = storedValue('maintenance-auth', word(['true']), 'session')
