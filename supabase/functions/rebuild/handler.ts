import * as v from 'valibot'
import { isAdmin } from '../_shared/caller.ts'
import { SITE_MEDIA_BUCKET } from '../_shared/contract/publication.ts'
import type { Rebuild } from '../_shared/contract/rebuild.ts'
import { FunctionError, type Handler, jsonEndpoint, loggable, reason } from '../_shared/http.ts'
import type { Services } from '../_shared/services.ts'

const HOOK_TIMEOUT_MS = 10_000
const BODY_MAX = 1024

const askHost = async ({ settings, fetch }: Services): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(HOOK_TIMEOUT_MS)
    const { ok, status } = await fetch(settings.deployHookUrl, { method: 'POST', signal, redirect: 'error' })
    if (!ok) console.error(`[rebuild] The deploy hook answered ${status}.`)
    return ok
  } catch (cause) {
    // The URL is a secret, and the runtime's messages may name it.
    console.error('[rebuild] The deploy hook did not answer:', cause instanceof Error ? cause.name : 'unknown')
    return false
  }
}

const claimSchema = v.object({ count: v.nullable(v.number()), is_due: v.boolean() })

// What has not changed is not built: nobody can order builds at will.
const requestBuild = async (services: Services): Promise<Rebuild> => {
  const { database, settings } = services
  const p_has_hook = settings.deployHookUrl !== ''
  const { data } = await database.rpc('claim_build', { p_has_hook }).throwOnError()
  const { count, is_due: isDue } = v.parse(claimSchema, data)
  if (!p_has_hook) return 'off'
  if (count === null) return isDue ? 'later' : 'current'
  const p_is_asked = await askHost(services)
  await database.rpc('settle_build', { p_count: count, p_is_asked }).throwOnError()
  return p_is_asked ? 'requested' : 'failed'
}

const deleteUnusedFiles = async ({ database }: Services) => {
  const { data: unused } = await database.rpc('claim_unused_site_media').throwOnError()
  if (unused.length === 0) return
  const { error } = await database.storage.from(SITE_MEDIA_BUCKET).remove(unused)
  if (error) throw error
}

/** Asks the host to build the pages when visitors see something newer, and deletes files that nothing needs any more. */
export const createHandler = (services: Services): Handler =>
  jsonEndpoint({
    name: 'rebuild',
    flag: 'success',
    maxBytes: BODY_MAX,
    schema: v.object({}),
    act: async (_, request) => {
      if (!(await isAdmin(request, services))) throw new FunctionError('not-allowed')
      const [rebuild] = await Promise.all([
        requestBuild(services),
        deleteUnusedFiles(services).catch((cause: unknown) => {
          console.error('[rebuild] Unused files were not deleted:', reason(loggable(cause)))
        }),
      ])
      return { rebuild }
    },
  })
