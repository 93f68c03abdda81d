import { connectAsCaller, isAdmin } from '../_shared/caller.ts'
import { MODERATION_BODY_MAX, type Moderation, moderationSchema } from '../_shared/contract/moderation.ts'
import { FunctionError, type Handler, jsonEndpoint } from '../_shared/http.ts'
import { requestRebuild } from '../_shared/rebuild.ts'
import type { Services } from '../_shared/services.ts'

const WRONG_TRANSITION = 'PT409'

// The hosted platform ends a function once it has responded, unless told of what goes on. Plain Deno has no such object.
const runInBackground = (work: Promise<unknown>): void =>
  (globalThis as { EdgeRuntime?: { waitUntil: (work: Promise<unknown>) => void } }).EdgeRuntime?.waitUntil(work)

const change = (moderation: Moderation, request: Request, services: Services) => {
  const reviews = connectAsCaller(request, services).from('reviews')
  const { ids } = moderation
  return moderation.action === 'delete'
    ? reviews.delete().in('id', ids).eq('status', 'rejected').select('id')
    : reviews.update({ status: moderation.to }).in('id', ids).eq('status', moderation.from).select('id')
}

/** Moderates reviews as the administrator who calls, and has the pages built again when they show something else by it. */
export const createHandler = (services: Services): Handler =>
  jsonEndpoint({
    name: 'moderate-reviews',
    flag: 'success',
    maxBytes: MODERATION_BODY_MAX,
    schema: moderationSchema,
    act: async (moderation, request) => {
      if (!(await isAdmin(request, services))) throw new FunctionError('not-allowed')
      const { data, error } = await change(moderation, request, services)
      if (error?.code === WRONG_TRANSITION) throw new FunctionError('conflict')
      if (error) throw error
      const isPublic = moderation.action === 'set-status' && [moderation.from, moderation.to].includes('approved')
      if (data.length > 0 && isPublic) runInBackground(requestRebuild(services))
      return { ids: data.map(({ id }) => id) }
    },
  })
