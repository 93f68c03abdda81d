import { toSavedFile } from '@/domain/media'
import { listOf, storedValue, storedWord } from './stored-value'

/** Whether to draw the dashboard (contract, point 4). It grants nothing: the database asks for a token. */
export const adminAuth = storedWord('adminAuth', ['true'])

/** Set by `?demo=1`: moderation shows samples in memory instead of the database. */
export const adminDemo = storedWord('admin-demo', ['true'], 'session')

export const adminVideos = storedValue('adminVideos', listOf(toSavedFile))
