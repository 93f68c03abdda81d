import { type Publication, publicationSchema } from '@contract/publication'
import * as v from 'valibot'

/** Throws when it is no publication. */
export const parsePublication = (body: unknown): Publication => v.parse(publicationSchema, body)
