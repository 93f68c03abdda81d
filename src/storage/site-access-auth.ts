import { storedValue, word } from './stored-value'

/** Set for this browser session once the owner was let past 'Work in Progress'. */
export const siteAccessAuth = storedValue('site-access-auth', word(['true']), 'session')
