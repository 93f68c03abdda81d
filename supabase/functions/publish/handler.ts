import { connectAsCaller, isAdmin } from '../_shared/caller.ts'
import {
  PUBLISH_BODY_MAX,
  type PublicationItem,
  publishSchema,
  SITE_MEDIA_BUCKET,
} from '../_shared/contract/publication.ts'
import { FunctionError, type Handler, jsonEndpoint, loggable, reason } from '../_shared/http.ts'
import { requestRebuild } from '../_shared/rebuild.ts'
import type { Services } from '../_shared/services.ts'

const PUBLISHED_MEANWHILE = 'PT409'
const MEDIA_MISSING = 'PT422'
// What only the database knows: two items in one position, a fifth latest project.
const BAD_ITEMS = ['23502', '23505', '23514']

const deleteUnusedFiles = async ({ database }: Services) => {
  const { data: unused } = await database.rpc('claim_unused_site_media').throwOnError()
  if (unused.length === 0) return
  const { error } = await database.storage.from(SITE_MEDIA_BUCKET).remove(unused)
  if (error) throw error
}

const publish = async (
  items: readonly PublicationItem[],
  replaces: number | null,
  request: Request,
  services: Services,
) => {
  const change = { p_items: [...items], p_replaces: replaces as number }
  const { data: id, error } = await connectAsCaller(request, services).rpc('publish', change)
  if (error?.code === PUBLISHED_MEANWHILE) throw new FunctionError('conflict')
  if (error?.code === MEDIA_MISSING) throw new FunctionError('not-found')
  if (error && BAD_ITEMS.includes(error.code)) throw new FunctionError('invalid', { fields: ['items'] })
  if (error) throw error
  return id
}

/** Makes what an administrator chose what every visitor sees, and asks the host to build the pages with it. */
export const createHandler = (services: Services): Handler =>
  jsonEndpoint({
    name: 'publish',
    flag: 'success',
    maxBytes: PUBLISH_BODY_MAX,
    schema: publishSchema,
    act: async ({ items, replaces }, request) => {
      if (!(await isAdmin(request, services))) throw new FunctionError('not-allowed')
      const id = items && (await publish(items, replaces, request, services))
      // A failure of either does not undo the publication.
      const [rebuild] = await Promise.all([
        requestRebuild(services),
        deleteUnusedFiles(services).catch((cause: unknown) => {
          console.error('[publish] Unused files were not deleted:', reason(loggable(cause)))
        }),
      ])
      return { id, rebuild }
    },
  })
