import * as v from 'valibot'
import type { Codec } from './stored-value'

/** JSON that a schema accepts. It stands by itself, because a page that stores plain words has no need of schemas. */
export const json = <Schema extends v.GenericSchema>(schema: Schema): Codec<v.InferOutput<Schema>> => ({
  parse: (text) => v.parse(schema, JSON.parse(text)),
  format: (value) => JSON.stringify(value),
})
