import { type Rebuild, type RebuildStatus, rebuildResponseSchema } from '@contract/rebuild'
import * as v from 'valibot'
import { callFunction } from './api'
import { createKeepaliveClient, getCachedAccessToken } from './client'
import { queryClient } from './query-client'

export const rebuildKey = ['build'] as const

/** Requests a due rebuild and deletes unused files. Throws `AppError`. */
export const rebuild = async (body: Rebuild = {}): Promise<RebuildStatus> =>
  (await callFunction('rebuild', body, rebuildResponseSchema)).build

/** Requests a rebuild, even while the page closes. If it fails, the next dashboard or visitor requests it. */
export const requestRebuild = async (): Promise<void> => {
  const token = getCachedAccessToken()
  if (!token) return
  const { data } = await createKeepaliveClient(token).functions.invoke<unknown>('rebuild', { body: {} })
  const answer = v.safeParse(rebuildResponseSchema, data)
  if (answer.success) queryClient.setQueryData(rebuildKey, answer.output.build)
}
