import { storedValue, word } from './stored-value'

/** Set for this browser session by `?demo=1`: the admin area moderates samples in memory instead of the database. */
export const adminDemo = storedValue('admin-demo', word(['true']), 'session')
