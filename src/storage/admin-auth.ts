import { storedValue, word } from './stored-value'

/** Whether the dashboard may be drawn. It decides no right: the database asks for an administrator's token. */
export const adminAuth = storedValue('adminAuth', word(['true']))
