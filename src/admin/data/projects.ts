import { projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, askTable } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
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

const portfolioCardSchema = v.object({
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

const ownProjectSchema = v.object({
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
export type PortfolioCard = v.InferOutput<typeof portfolioCardSchema>

/** An own project that can be edited. */
export type OwnProject = v.InferOutput<typeof ownProjectSchema>

/** Every project that is not deleted or was in the last 30 days. */
export const portfolioQuery = queryOptions({
  queryKey: ['media', 'portfolio'],
  queryFn: () => ask('admin_portfolio', {}, v.array(portfolioCardSchema)),
  staleTime: 0,
})

/** An own project as the server has it; null when it is deleted or never was. Throws `AppError`. */
export const readOwnProject = async (id: string): Promise<OwnProject | null> => {
  const all = supabase.from('projects').select(Object.keys(ownProjectSchema.entries).join())
  const [row] = await askTable(all.eq('id', id).not('draft', 'is', null), v.array(ownProjectSchema))
  return row && !row.deleted_at ? row : null
}

/** A line of the list; `own` is undefined for a built-in project. */
export type PortfolioEntry = {
  id: string
  title: string
  location: string
  status: PortfolioCard['status']
  own: PortfolioCard | undefined
}

/** The portfolio in its order: what was never moved comes last, in the code's order. Where addresses agree, the built-in one shows. */
export const entriesOf = (cards: readonly PortfolioCard[]): PortfolioEntry[] => {
  const positions = new Map(cards.map(({ id, position }) => [id, position]))
  const placeOf = ({ id }: PortfolioEntry) => positions.get(id) ?? Number.MAX_SAFE_INTEGER
  const builtIn = builtInCards.map(({ id, title, location }): PortfolioEntry => {
    const row = cards.find((one) => one.id === id && one.built_in)
    return { id, title, location, status: row?.status ?? 'published', own: undefined }
  })
  const isShown = (card: PortfolioCard) =>
    !card.built_in && !card.deleted_at && builtIn.every(({ id }) => id !== card.address)
  const own = cards.filter(isShown).map((card): PortfolioEntry => {
    const { id, status, title, location } = card
    return { id, title: title || 'Without a title', location, status, own: card }
  })
  return [...own, ...builtIn].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Deleted projects that can be restored. */
export const deletedIn = (cards: readonly PortfolioCard[]): PortfolioCard[] => cards.filter((card) => card.deleted_at)

/** Changes of the list, for `usePublicChange`. Each throws `AppError`. */
export const projectMutations = {
  setStatus: (p_status: PortfolioCard['status'], { id, own }: PortfolioEntry) =>
    ask('set_project_status', { p_id: id, p_status, p_built_in: !own }, v.unknown()),
  delete: (p_id: string) => ask('delete_project', { p_id }, v.unknown()),
  restore: (p_id: string) => ask('restore_project', { p_id }, v.unknown()),
  deleteForGood: (p_project: string) => ask('delete_for_good', { p_project }, v.unknown()),
  /** Of what only older pages show. */
  deleteReplacedPictures: () => ask('delete_for_good', {}, v.unknown()),
  order(entries: readonly PortfolioEntry[]) {
    const idsOf = (some: readonly PortfolioEntry[]) => some.map(({ id }) => id)
    const p_built_in = idsOf(entries.filter(({ own }) => !own))
    return ask('order_portfolio', { p_ids: idsOf(entries), p_built_in }, v.unknown())
  },
}
