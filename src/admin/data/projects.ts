import { fieldStampSchema, projectContentSchema, projectDraftSchema } from '@contract/project'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction, runQuery, toColumnList } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { bundledCards } from '@/content/projects/bundled'

export type Content = v.InferOutput<typeof projectContentSchema>

const common = {
  id: v.string(),
  /** Slug, once published. A bundled project's id. */
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

const customProjectSchema = v.object({
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
    /** Only for a publication. */
    draft: v.nullable(projectDraftSchema),
    deleted: v.number(),
  }),
)

export type ProjectVersion = v.InferOutput<typeof historySchema>[number]

/** Summary of a custom project, or of a bundled one that was hidden or moved. */
export type PortfolioCard = v.InferOutput<typeof portfolioCardSchema>

export type CustomProject = v.InferOutput<typeof customProjectSchema>

/** All projects except those deleted more than 30 days ago. */
export const portfolioQuery = queryOptions({
  queryKey: ['media', 'portfolio'],
  queryFn: () => callFunction('admin_portfolio', {}, v.array(portfolioCardSchema)),
})

export const projectHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'project history', id],
    queryFn: () => callFunction('project_history', { p_project: id }, historySchema),
  })

/** Fetches a custom project, or null if it is deleted or never existed. Throws `AppError`. */
export const fetchCustomProject = async (id: string): Promise<CustomProject | null> => {
  const all = supabase.from('projects').select(toColumnList(customProjectSchema))
  const [row] = await runQuery(all.eq('id', id).not('draft', 'is', null), v.array(customProjectSchema))
  return row && !row.deleted_at ? row : null
}

/** `custom` is undefined for a bundled project. */
export type PortfolioEntry = Pick<PortfolioCard, 'id' | 'title' | 'location' | 'status'> & { custom?: PortfolioCard }

/** Sorts the portfolio, with unmoved projects last. A bundled project hides a custom one with its slug. */
export const toPortfolioEntries = (cards: readonly PortfolioCard[]): PortfolioEntry[] => {
  const positions = new Map(cards.map(({ id, position }) => [id, position]))
  const getPosition = ({ id }: PortfolioEntry) => positions.get(id) ?? Number.MAX_SAFE_INTEGER
  const bundled = bundledCards.map(({ id, title, location }): PortfolioEntry => {
    const row = cards.find((card) => card.id === id && card.built_in)
    return { id, title, location, status: row?.status ?? 'published' }
  })
  const isListed = (card: PortfolioCard) =>
    !card.built_in && !card.deleted_at && bundled.every(({ id }) => id !== card.address)
  const custom = cards.filter(isListed).map((card): PortfolioEntry => {
    const { id, status, title, location } = card
    return { id, title: title || 'Untitled project', location, status, custom: card }
  })
  return [...custom, ...bundled].sort((a, b) => getPosition(a) - getPosition(b))
}

/** Mutations for `useContentMutation`. Each throws `AppError`. */
export const projectMutations = {
  setStatus: (p_status: PortfolioCard['status'], { id, custom }: PortfolioEntry) =>
    callFunction('set_project_status', { p_id: id, p_status, p_built_in: !custom }, v.unknown()),
  delete: (p_id: string) => callFunction('delete_project', { p_id }, v.unknown()),
  restore: (p_id: string) => callFunction('restore_project', { p_id }, v.unknown()),
  permanentlyDelete: (p_project: string) => callFunction('delete_permanently', { p_project }, v.unknown()),
  deleteReplacedPictures: () => callFunction('delete_permanently', {}, v.unknown()),
  order(entries: readonly PortfolioEntry[]) {
    const p_ids = entries.map(({ id }) => id)
    const p_built_in = entries.filter(({ custom }) => !custom).map(({ id }) => id)
    return callFunction('order_portfolio', { p_ids, p_built_in }, v.unknown())
  },
}
