import * as v from 'valibot'
import { isAdmin } from '../_shared/caller.ts'
import { SITE_MEDIA_BUCKET } from '../_shared/contract/publication.ts'
import { buildSchema, type Rebuild, type RebuildStatus, rebuildSchema } from '../_shared/contract/rebuild.ts'
import { deleteExpiredPhotos } from '../_shared/enquiry-photos.ts'
import { loggable, reason } from '../_shared/errors.ts'
import { jsonFunction } from '../_shared/json-function.ts'
import type { Handler } from '../_shared/pipeline.ts'
import type { Services } from '../_shared/services.ts'

const HOST_TIMEOUT_MS = 10_000
const BODY_MAX = 1024
const CLEAN_UPS_MAX = 20
// Shorter than the lease of claim_unused_site_media, after which a file may be in use again.
const LEASE_MS = 5 * 60_000

/** `failed` may still build, because some hosts build despite an error response. */
const callDeployHook = async ({ settings, fetch }: Services): Promise<'taken' | 'refused' | 'failed'> => {
  try {
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS)
    const { ok, status } = await fetch(settings.deployHookUrl, { method: 'POST', signal, redirect: 'error' })
    if (ok) return 'taken'
    console.error(`[rebuild] The deploy hook answered ${status}.`)
    return status >= 400 && status < 500 ? 'refused' : 'failed'
  } catch (cause) {
    // Runtime messages may contain the URL, which is a secret.
    const name = cause instanceof Error ? cause.name : 'unknown'
    console.error('[rebuild] The deploy hook did not answer:', name)
    return name === 'TimeoutError' ? 'taken' : 'failed'
  }
}

const versionSchema = v.object({ changed: v.nullable(v.pipe(v.number(), v.safeInteger())) })

/** Returns the number of the live pages' last change, or `{}` if unknown. */
const fetchLiveVersion = async ({ settings, fetch }: Services): Promise<{ changed?: number | null }> => {
  try {
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS)
    const headers = { 'cache-control': 'no-cache' }
    const response = await fetch(`${settings.siteUrl}/version.json?at=${Date.now()}`, { headers, signal })
    return response.ok ? v.parse(versionSchema, await response.json()) : {}
  } catch {
    return {}
  }
}

const claimSchema = v.object({ look: v.optional(v.boolean()), claimed: v.optional(v.number()) })

// Open to all callers, because the database decides.
const requestRebuild = async (
  services: Services,
  { page, extra }: Rebuild,
  p_is_admin: boolean,
): Promise<RebuildStatus> => {
  const { database, settings } = services
  const call = {
    p_settings: settings.builds,
    p_is_admin,
    p_is_extra: extra ?? false,
    ...(page != null && { p_page: page }),
  }
  const claim = async (read: object) => (await database.rpc('claim_build', { ...call, ...read }).throwOnError()).data
  let plan = await claim({})
  if (v.parse(claimSchema, plan).look) plan = await claim({ p_version: await fetchLiveVersion(services) })
  const { claimed } = v.parse(claimSchema, plan)
  if (claimed !== undefined) {
    const answer = await callDeployHook(services)
    const failure = { p_order: claimed, p_may_build: answer === 'failed' }
    if (answer !== 'taken') plan = (await database.rpc('record_failed_build', failure).throwOnError()).data
  }
  return v.parse(buildSchema, plan)
}

const deleteUnusedFiles = async ({ database }: Services) => {
  const p_lease = crypto.randomUUID()
  for (let batch = 0; batch < CLEAN_UPS_MAX; batch += 1) {
    const startedAt = Date.now()
    const { data: unused } = await database.rpc('claim_unused_site_media', { p_lease }).throwOnError()
    if (unused.length === 0 || Date.now() - startedAt > LEASE_MS) return
    const { error } = await database.storage.from(SITE_MEDIA_BUCKET).remove(unused)
    if (error) throw error
  }
}

/** Requests a due rebuild and returns its status. For administrators, also deletes unused files. */
export const createHandler = (services: Services): Handler =>
  jsonFunction({
    name: 'rebuild',
    flag: 'success',
    maxBytes: BODY_MAX,
    schema: rebuildSchema,
    services,
    who: 'visitor',
    act: async ({ req }, message) => {
      const isAdministrator = await isAdmin(req.raw, services)
      const [build] = await Promise.all([
        requestRebuild(services, message, isAdministrator),
        isAdministrator &&
          deleteUnusedFiles(services).catch((cause: unknown) => {
            console.error('[rebuild] Unused files were not deleted:', reason(loggable(cause)))
          }),
        isAdministrator && deleteExpiredPhotos(services),
      ])
      return { build }
    },
  })
