import * as v from 'valibot'
import { FunctionError } from './http.ts'

/** Returns the parsed body, or refuses with the names of the fields that are wrong. */
export function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const keys = parsed.issues.map((issue) => issue.path?.[0]?.key)
  throw new FunctionError('invalid', { fields: [...new Set(keys.filter((key) => typeof key === 'string'))] })
}
