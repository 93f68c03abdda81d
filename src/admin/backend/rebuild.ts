import { type Build, type Rebuild, rebuiltSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { ask } from './ask'
import { accessTokenNow, supabaseForLeaving } from './client'
import { queryClient } from './query-client'

export const buildKey = ['build'] as const

/** Has due pages built and unused files deleted; returns the state of the build. Throws `AppError`. */
export const rebuild = async (body: Rebuild = {}): Promise<Build> => (await ask('rebuild', body, rebuiltSchema)).build

/** `rebuild` after a change, even as the page closes; if it fails, the next dashboard or visitor asks again. */
export const askForBuild = async (): Promise<void> => {
  const token = accessTokenNow()
  if (!token) return
  const { data } = await supabaseForLeaving(token).functions.invoke<unknown>('rebuild', { body: {} })
  const answer = v.safeParse(rebuiltSchema, data)
  if (answer.success) queryClient.setQueryData(buildKey, answer.output.build)
}
