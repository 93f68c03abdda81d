import * as v from 'valibot'
import { toSavedFile } from '@/domain/media'
import { sampleTestimonialSchema } from '@/domain/moderation'
import * as names from './names'
import { listCodec, storedEnum, storedValue } from './stored-value'

/** Whether to draw the dashboard (contract, point 4). It grants no rights: the database decides. */
export const adminAuth = storedEnum(names.adminAuth, ['true'])

/** Set by `?demo=1`: moderation shows samples. */
export const adminDemo = storedEnum(names.adminDemo, ['true'], 'session')

/** The samples, as moderated in this tab. */
export const demoTestimonials = storedValue(
  names.demoTestimonials,
  listCodec((item) => (v.is(sampleTestimonialSchema, item) ? item : undefined)),
  'session',
)

const publishedNameSchema = v.object({ id: v.string(), name: v.string() })

/** By the id of a saved project picture, the file name under which it is published. */
export const publishedNames = storedValue(
  names.publishedNames,
  listCodec((item) => (v.is(publishedNameSchema, item) ? item : undefined)),
)

export const adminVideos = storedValue(names.adminVideos, listCodec(toSavedFile))
