import { type Publication, publicationSchema } from '@contract/publication'
import * as v from 'valibot'

/** A module of its own, because it is seldom needed. Throws when `body` is no publication. */
export const parsePublication = (body: unknown): Publication => v.parse(publicationSchema, body)
