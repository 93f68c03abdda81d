import { projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { supabase } from '@/admin/backend/client'
import { parseResponse } from '@/admin/backend/errors'
import { useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'
import { builtInCards } from '@/content/projects/built-in'

/** A project's words and pictures as visitors see them. */
export type Content = v.InferOutput<typeof projectContentSchema>

const common = {
  id: v.string(),
  /** The end of its public address, once it was published; a built-in project's is its id. */
  address: v.nullable(v.string()),
  status: v.picklist(['draft', 'published', 'hidden']),
  version: v.number(),
}

const cardSchema = v.object({
  ...common,
  built_in: v.boolean(),
  position: v.nullable(v.number()),
  title: v.nullable(v.string(), ''),
  location: v.nullable(v.string(), ''),
  /** The name of the cover's file. */
  cover: v.nullable(v.string()),
  /** Whether visitors see another content than its draft. */
  has_changes: v.boolean(),
  deleted_at: v.nullable(v.string()),
})

const projectSchema = v.object({
  ...common,
  draft: projectDraftSchema,
  /** Of each field of the draft, the version that changed it last, and that change's own name. */
  fields: v.record(v.string(), v.object({ at: v.number(), by: v.nullable(v.string()) })),
  published: v.nullable(projectContentSchema),
  published_draft: v.nullable(projectDraftSchema),
  published_at: v.nullable(v.string()),
  deleted_at: v.nullable(v.string()),
  updated_at: v.string(),
})

/** An own project, in short; or a built-in one that was hidden or moved. */
export type Card = v.InferOutput<typeof cardSchema>

/** An own project that can be edited. */
export type OwnProject = v.InferOutput<typeof projectSchema>

/** Every project that is not deleted or was in the last 30 days. */
export const portfolioQuery = queryOptions({
  queryKey: ['media', 'portfolio'],
  queryFn: async () => parseResponse(await supabase.rpc('admin_portfolio'), v.array(cardSchema)),
  staleTime: 0,
})

/** An own project as the server has it; null when it is deleted or never was. Throws `AppError`. */
export const readProject = async (id: string): Promise<OwnProject | null> => {
  const all = supabase.from('projects').select(Object.keys(projectSchema.entries).join())
  const asked = await all.eq('id', id).not('draft', 'is', null)
  const [row] = parseResponse(asked, v.array(projectSchema))
  return row && !row.deleted_at ? row : null
}

/** A line of the list; `own` is undefined for a built-in project. */
export type Entry = { id: string; title: string; place: string; status: Card['status']; own: Card | undefined }

/** The portfolio in its order: what was never moved comes last, in the code's order. Where addresses agree, the built-in one shows. */
export const entriesOf = (cards: readonly Card[]): Entry[] => {
  const positions = new Map(cards.map(({ id, position }) => [id, position]))
  const placeOf = ({ id }: Entry) => positions.get(id) ?? Number.MAX_SAFE_INTEGER
  const builtIn = builtInCards.map(({ id, title, location }): Entry => {
    const row = cards.find((one) => one.id === id && one.built_in)
    return { id, title, place: location, status: row?.status ?? 'published', own: undefined }
  })
  const isShown = (card: Card) => !card.built_in && !card.deleted_at && builtIn.every(({ id }) => id !== card.address)
  const own = cards.filter(isShown).map((card): Entry => {
    const { id, status, title, location } = card
    return { id, title: title || 'Without a title', place: location, status, own: card }
  })
  return [...own, ...builtIn].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Deleted projects that can be restored. */
export const deletedIn = (cards: readonly Card[]): Card[] => cards.filter((card) => card.deleted_at)

/** Changes of the list. */
export const calls = {
  set: (p_status: Card['status'], { id, own }: Entry) =>
    supabase.rpc('set_project_status', { p_id: id, p_status, p_built_in: !own }),
  delete: (p_id: string) => supabase.rpc('delete_project', { p_id }),
  restore: (p_id: string) => supabase.rpc('restore_project', { p_id }),
  /** Of a deleted project or an earlier publication, or with neither of what only older pages show. */
  deleteForGood: (what: { p_project?: string; p_publication?: number } = {}) => supabase.rpc('delete_for_good', what),
  order: (entries: readonly Entry[]) => {
    const idsOf = (some: readonly Entry[]) => some.map(({ id }) => id)
    const p_built_in = idsOf(entries.filter(({ own }) => !own))
    return supabase.rpc('order_portfolio', { p_ids: idsOf(entries), p_built_in })
  },
}

/** Makes such a change; what visitors see by it is built, and what it leaves unused deleted, in the background. */
export const useChange = <Input>(
  call: (input: Input) => PromiseLike<Parameters<typeof parseResponse>[0]>,
  onSuccess?: (input: Input) => void,
) =>
  useAction({
    mutationFn: async (input: Input) => {
      parseResponse(await call(input), v.unknown())
      void askForBuild()
    },
    refetches: ['media'],
    waits: true,
    onSuccess: (_, input) => onSuccess?.(input),
  })
