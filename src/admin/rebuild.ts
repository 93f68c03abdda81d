import { count } from 'virtual:site'
import { type Rebuild, rebuiltSchema } from '@contract/rebuild'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { supabase } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { callFunction } from './call-function'

/**
 * Asks for a build with what visitors see now, which also clears away unused files; `failed` when nobody could be asked. What
 * is due stays due, and the next dashboard that is open asks again.
 */
export const askForBuild = async (): Promise<Rebuild> => {
  try {
    return v.parse(rebuiltSchema, await callFunction('rebuild', {})).rebuild
  } catch (cause) {
    console.info('No build was asked for', cause)
    return 'failed'
  }
}

const versionSchema = v.object({ count: v.number() })

/** Whether the pages that the host serves show all that visitors see; null where they were built without a backend. */
export const livePagesQuery = queryOptions({
  queryKey: ['live-pages'],
  enabled: count !== null,
  initialData: count === null ? null : undefined,
  queryFn: async (): Promise<boolean | null> => {
    // This dashboard may have been open since an earlier build.
    const response = await fetch('/version.json', { cache: 'no-store' })
    const version = v.safeParse(versionSchema, await response.json().catch(() => null))
    if (!response.ok || !version.success) return null
    // Null: nothing is newer.
    return parseResponse(await supabase.rpc('site', { p_known: version.output.count }), v.unknown()) === null
  },
  staleTime: 0,
})
