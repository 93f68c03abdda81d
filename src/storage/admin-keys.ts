import * as v from 'valibot'
import { toSavedFile } from '@/domain/media'
import { sampleTestimonialSchema } from '@/domain/moderation'
import { listCodec } from './list-codec'
import * as names from './names'
import { storedEnum, storedValue } from './stored-value'

/** Whether to show the dashboard (contract, point 4). It grants no rights. */
export const adminAuth = storedEnum(names.adminAuth, ['true'])

/** Set by `?demo=1`. */
export const adminDemo = storedEnum(names.adminDemo, ['true'], 'session')

export const demoTestimonials = storedValue(
  names.demoTestimonials,
  listCodec((item) => (v.is(sampleTestimonialSchema, item) ? item : undefined)),
  'session',
)

const publishedNameSchema = v.object({ id: v.string(), name: v.string() })

/** Published file names by saved image id. */
export const publishedNames = storedValue(
  names.publishedNames,
  listCodec((item) => (v.is(publishedNameSchema, item) ? item : undefined)),
)

export const adminVideos = storedValue(names.adminVideos, listCodec(toSavedFile))
