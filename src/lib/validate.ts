import { STOP_AT_FIRST } from '@contract/text'
import * as v from 'valibot'

/** Problem with a field. `text` comes from the server. */
export type FieldProblem = 'missing' | 'too-long' | 'invalid' | { text: string }

export type FieldProblems = Record<string, FieldProblem>

export type Validated<T> = { ok: true; value: T } | { ok: false; problems: FieldProblems }

const toFieldProblem = (issue: v.BaseIssue<unknown>): Exclude<FieldProblem, object> => {
  if (issue.type === 'non_empty') return 'missing'
  return issue.type === 'max_length' ? 'too-long' : 'invalid'
}

/** Returns the parsed values, or each field's first problem. */
export const validate = <Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): Validated<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, values, STOP_AT_FIRST)
  if (result.success) return { ok: true, value: result.output }
  const problems: FieldProblems = {}
  for (const issue of result.issues) problems[v.getDotPath(issue) ?? ''] ??= toFieldProblem(issue)
  return { ok: false, problems }
}
