import { type Build, type Rebuild, rebuiltSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { ask } from './ask'
import { accessTokenNow, supabaseForLeaving } from './client'
import { queryClient } from './query-client'

/** The query key of what is known of the next build. */
export const buildKey = ['build'] as const

/** Has the pages built if that is due, and unused files deleted; returns what is known of it. Throws `AppError`. */
export const rebuild = async (body: Rebuild = {}): Promise<Build> => (await ask('rebuild', body, rebuiltSchema)).build

/** `rebuild` after a change, also when this page goes: what is not asked now, the next dashboard or visitor asks. */
export const askForBuild = async (): Promise<void> => {
  const token = accessTokenNow()
  if (!token) return
  const { data } = await supabaseForLeaving(token).functions.invoke<unknown>('rebuild', { body: {} })
  const answer = v.safeParse(rebuiltSchema, data)
  if (answer.success) queryClient.setQueryData(buildKey, answer.output.build)
}
