import * as v from 'valibot'
import { toSavedFile } from '@/domain/media'
import { sampleTestimonialSchema } from '@/domain/moderation'
import * as names from './names'
import { listOf, storedValue, storedWord } from './stored-value'

/** Whether to draw the dashboard (contract, point 4). It grants no rights: the database decides. */
export const adminAuth = storedWord(names.adminAuth, ['true'])

/** Set by `?demo=1`: moderation shows samples. */
export const adminDemo = storedWord(names.adminDemo, ['true'], 'session')

/** The samples, as moderated in this tab. */
export const demoTestimonials = storedValue(
  names.demoTestimonials,
  listOf((item) => (v.is(sampleTestimonialSchema, item) ? item : undefined)),
  'session',
)

export const adminVideos = storedValue(names.adminVideos, listOf(toSavedFile))
