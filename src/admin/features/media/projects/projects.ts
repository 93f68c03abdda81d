import { projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { useAction } from '@/admin/query-client'
import { supabase } from '@/admin/supabase'
import { fromFunction, parseResponse } from '@/admin/supabase-errors'
import { builtInCards } from '@/content/projects'

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

/** Every project that is not deleted or was in the last 30 days. */
export const portfolioQuery = queryOptions({
  queryKey: ['media', 'portfolio'],
  queryFn: async () => parseResponse(await supabase.rpc('admin_portfolio'), v.array(rowSchema)),
  staleTime: 0,
})

/** A line of the list; `own` is undefined for a built-in project. */
export type Entry = { id: string; title: string; place: string; status: Row['status']; own: OwnProject | undefined }

const isOwn = (row: Row): row is OwnProject => !row.built_in && row.draft !== null

/** The portfolio in its order: what was never moved comes last, in the code's order. Where ids agree, the built-in one shows. */
export const entriesOf = (rows: readonly Row[]): Entry[] => {
  const positions = new Map(rows.map(({ id, position }) => [id, position]))
  const placeOf = ({ id }: Entry) => positions.get(id) ?? Number.MAX_SAFE_INTEGER
  const builtIn = builtInCards.map(({ id, title, location }): Entry => {
    const row = rows.find((one) => one.id === id && one.built_in)
    return { id, title, place: location, status: row?.status ?? 'published', own: undefined }
  })
  const shown = rows.filter(isOwn).filter((row) => !row.deleted_at && builtIn.every(({ id }) => id !== row.id))
  const own = shown.map((row): Entry => {
    const { id, status, draft } = row
    return { id, title: draft.title || 'Without a title', place: draft.location, status, own: row }
  })
  return [...own, ...builtIn].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Deleted projects that can be restored. */
export const deletedIn = (rows: readonly Row[]): OwnProject[] => rows.filter(isOwn).filter((row) => row.deleted_at)

/** Asks for a build with what is published now, which also clears away unused files; `failed` when it could not be asked. */
export const askForBuild = async () => {
  const { data, error } = await supabase.functions.invoke('publish', { body: { items: null, replaces: null } })
  if (error) throw await fromFunction(error)
  return v.parse(v.object({ rebuild: v.picklist(['requested', 'failed', 'off']) }), data).rebuild
}

/** Changes of the list. */
export const calls = {
  set: (p_id: string, p_status: Row['status']) => supabase.rpc('set_project_status', { p_id, p_status }),
  delete: (p_id: string) => supabase.rpc('delete_project', { p_id }),
  restore: (p_id: string) => supabase.rpc('restore_project', { p_id }),
  order: (p_ids: string[]) => supabase.rpc('order_portfolio', { p_ids }),
}

/** Makes a change of the list; what visitors see by it is built in the background. */
export const useChange = <Input>(
  call: (input: Input) => PromiseLike<Parameters<typeof parseResponse>[0]>,
  onSuccess?: (input: Input) => void,
) =>
  useAction({
    mutationFn: async (input: Input) => {
      parseResponse(await call(input), v.unknown())
      // It is live already; the next build of any kind takes it along.
      askForBuild().catch((cause: unknown) => console.info('No build was asked for', cause))
    },
    refetches: portfolioQuery.queryKey,
    waits: true,
    onSuccess: (_, input) => onSuccess?.(input),
  })
