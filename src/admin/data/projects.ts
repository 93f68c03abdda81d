import { fieldStampSchema, projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction, runQuery, toColumnList } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { bundledCards } from '@/content/projects/bundled'

/** A project's words and pictures as visitors see them. */
export type Content = v.InferOutput<typeof projectContentSchema>

const common = {
  id: v.string(),
  /** The last part of its URL, once it was published; of a built-in project, its id. */
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
  cover: v.nullable(v.string()),
  has_changes: v.boolean(),
  deleted_at: v.nullable(v.string()),
})

const ownProjectSchema = v.object({
  ...common,
  draft: projectDraftSchema,
  fields: v.record(v.string(), fieldStampSchema),
  published: v.nullable(projectContentSchema),
  published_draft: v.nullable(projectDraftSchema),
  published_at: v.nullable(v.string()),
  deleted_at: v.nullable(v.string()),
  updated_at: v.string(),
})

const historySchema = v.array(
  v.object({
    id: v.number(),
    /** As in 'hidden'. */
    what: v.string(),
    happened_at: v.string(),
    by_whom: v.string(),
    /** Of a publication, what the form held for it. */
    draft: v.nullable(projectDraftSchema),
    deleted: v.number(),
  }),
)

/** Something that was done to a project. */
export type ProjectVersion = v.InferOutput<typeof historySchema>[number]

/** An own project in short, or a built-in one that was hidden or moved. */
export type PortfolioCard = v.InferOutput<typeof portfolioCardSchema>

export type CustomProject = v.InferOutput<typeof ownProjectSchema>

/** Every project except those deleted more than 30 days ago. */
export const portfolioQuery = queryOptions({
  queryKey: ['media', 'portfolio'],
  queryFn: () => callFunction('admin_portfolio', {}, v.array(portfolioCardSchema)),
})

/** What was done to a project, newest first. */
export const projectHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'project history', id],
    queryFn: () => callFunction('project_history', { p_project: id }, historySchema),
  })

/** An own project as the server has it; null if it is deleted or never existed. Throws `AppError`. */
export const fetchCustomProject = async (id: string): Promise<CustomProject | null> => {
  const all = supabase.from('projects').select(toColumnList(ownProjectSchema))
  const [row] = await runQuery(all.eq('id', id).not('draft', 'is', null), v.array(ownProjectSchema))
  return row && !row.deleted_at ? row : null
}

/** A row of the list; `own` is undefined for a built-in project. */
export type PortfolioEntry = Pick<PortfolioCard, 'id' | 'title' | 'location' | 'status'> & { own?: PortfolioCard }

/** The portfolio in order; what was never moved comes last. A built-in project hides an own one of its address. */
export const toPortfolioEntries = (cards: readonly PortfolioCard[]): PortfolioEntry[] => {
  const positions = new Map(cards.map(({ id, position }) => [id, position]))
  const placeOf = ({ id }: PortfolioEntry) => positions.get(id) ?? Number.MAX_SAFE_INTEGER
  const builtIn = bundledCards.map(({ id, title, location }): PortfolioEntry => {
    const row = cards.find((card) => card.id === id && card.built_in)
    return { id, title, location, status: row?.status ?? 'published' }
  })
  const isShown = (card: PortfolioCard) =>
    !card.built_in && !card.deleted_at && builtIn.every(({ id }) => id !== card.address)
  const own = cards.filter(isShown).map((card): PortfolioEntry => {
    const { id, status, title, location } = card
    return { id, title: title || 'Untitled project', location, status, own: card }
  })
  return [...own, ...builtIn].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Changes of the list for `useContentMutation`. Each throws `AppError`. */
export const projectMutations = {
  setStatus: (p_status: PortfolioCard['status'], { id, own }: PortfolioEntry) =>
    callFunction('set_project_status', { p_id: id, p_status, p_built_in: !own }, v.unknown()),
  delete: (p_id: string) => callFunction('delete_project', { p_id }, v.unknown()),
  restore: (p_id: string) => callFunction('restore_project', { p_id }, v.unknown()),
  permanentlyDelete: (p_project: string) => callFunction('delete_for_good', { p_project }, v.unknown()),
  deleteReplacedPictures: () => callFunction('delete_for_good', {}, v.unknown()),
  order(entries: readonly PortfolioEntry[]) {
    const p_ids = entries.map(({ id }) => id)
    const p_built_in = entries.filter(({ own }) => !own).map(({ id }) => id)
    return callFunction('order_portfolio', { p_ids, p_built_in }, v.unknown())
  },
}
