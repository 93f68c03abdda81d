import { projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { useAction } from '@/admin/query-client'
import { builtInCards } from '@/content/projects'
import { fromFunction, parseResponse } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

/** A project's words and pictures as the server keeps them, as far as they are there. */
export type Content = v.InferOutput<typeof projectDraftSchema>
export type Photograph = Content['images'][number]

const rowSchema = v.object({
  id: v.string(),
  built_in: v.boolean(),
  position: v.nullable(v.number()),
  status: v.picklist(['draft', 'published', 'hidden']),
  draft: v.nullable(projectDraftSchema),
  published: v.nullable(projectContentSchema),
  version: v.number(),
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  updated_by: v.string(),
  deleted_at: v.nullable(v.string()),
})

/** An own project; or a built-in one that was hidden or moved. */
export type Row = v.InferOutput<typeof rowSchema>

/** An own project that can be edited. */
export type OwnProject = Row & { draft: Content }

const PORTFOLIO = ['media', 'portfolio'] as const

export const portfolioQuery = queryOptions({
  queryKey: PORTFOLIO,
  queryFn: async () => parseResponse(await supabase.rpc('admin_portfolio'), v.array(rowSchema)),
  staleTime: 0,
})

/** Every project that is not deleted or was in the last 30 days. */
export const usePortfolio = () => useQuery(portfolioQuery)

/** A line of the list; `own` is undefined for a built-in project. */
export type Entry = { id: string; title: string; place: string; status: Row['status']; own: OwnProject | undefined }

const isOwn = (row: Row): row is OwnProject => !row.built_in && row.draft !== null

const isBuiltIn = (id: string) => builtInCards.some((card) => card.id === id)

const ownEntry = (own: OwnProject): Entry => {
  const { id, status, draft } = own
  return { id, title: draft.title || 'Without a title', place: draft.location, status, own }
}

/** The portfolio in its order: what was never moved comes last, in the code's order. Where ids agree, the built-in one shows. */
export const entriesOf = (rows: readonly Row[]): Entry[] => {
  const rank = new Map(rows.map(({ id, position }) => [id, position ?? Number.POSITIVE_INFINITY]))
  const own = rows.filter((row) => isOwn(row) && !row.deleted_at && !isBuiltIn(row.id)) as OwnProject[]
  const builtIn = builtInCards.map(({ id, title, location }): Entry => {
    const row = rows.find((one) => one.id === id && one.built_in)
    return { id, title, place: location, status: row?.status ?? 'published', own: undefined }
  })
  const rankOf = ({ id }: Entry) => rank.get(id) ?? Number.POSITIVE_INFINITY
  return [...own.map(ownEntry), ...builtIn].sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
}

/** Deleted projects that can be restored. */
export const deletedIn = (rows: readonly Row[]): OwnProject[] =>
  rows.filter((row): row is OwnProject => isOwn(row) && row.deleted_at !== null)

/** Asks for a build with what is published now, which also clears away unused files; `failed` when it could not be asked. */
export const askForBuild = async () => {
  const { data, error } = await supabase.functions.invoke('publish', { body: { items: null, replaces: null } })
  if (error) throw await fromFunction(error)
  return v.parse(v.object({ rebuild: v.picklist(['requested', 'failed', 'off']) }), data).rebuild
}

const nothing = v.unknown()

/** A change of the list; what visitors see by it is built in the background. */
export type Change =
  | { do: 'set'; id: string; status: Row['status'] }
  | { do: 'delete' | 'restore'; id: string }
  | { do: 'order'; ids: string[] }

const send = async (change: Change) => {
  if (change.do === 'set') return supabase.rpc('set_project_status', { p_id: change.id, p_status: change.status })
  if (change.do === 'order') return supabase.rpc('order_portfolio', { p_ids: change.ids })
  return supabase.rpc(change.do === 'delete' ? 'delete_project' : 'restore_project', { p_id: change.id })
}

export const useChange = (onSuccess?: () => void) =>
  useAction({
    mutationFn: async (change: Change) => {
      parseResponse(await send(change), nothing)
      // It is live already; the next build of any kind takes it along.
      askForBuild().catch((cause: unknown) => console.info('No build was asked for', cause))
    },
    refetches: PORTFOLIO,
    waits: true,
    ...(onSuccess && { onSuccess }),
  })
