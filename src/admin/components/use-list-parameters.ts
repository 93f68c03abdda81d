import { useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { endsBefore, type PageEnd } from '@/lib/cursor'

const endSchema = v.object({ id: v.string(), created_at: v.string() })
const historySchema = v.fallback(v.object({ ends: v.array(endSchema) }), { ends: [] })
type Options = { replace?: boolean; state?: { ends: readonly PageEnd[] } }

/** `last`: the last row of the current page. A page that does not exist is replaced in the history, or Back would lead to it. */
export type GoToPage<Row> = (page: number, how?: { last?: Row | undefined; replace?: boolean }) => void

/** What a list shows, in the URL: its search and page, and by `change` whatever else. */
export const useListParameters = () => {
  const [parameters, setParameters] = useSearchParams()
  const asked = Number(parameters.get('page'))
  // The ends of the pages before belong to the history entry: they survive a reload, and a URL copied elsewhere starts over.
  const { ends } = v.parse(historySchema, useLocation().state)
  const change = (values: Record<string, string>, options: Options = {}) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { ...options, preventScrollReset: true },
    )
  const goToPage: GoToPage<PageEnd> = (next, { last, replace = false } = {}) =>
    change({ page: next === 1 ? '' : String(next) }, { replace, state: { ends: endsBefore(next, ends, last) } })
  return {
    parameters,
    search: parameters.get('q')?.trim() ?? '',
    /** The page by its number in the URL, for a list that is read by number. */
    asked: Number.isSafeInteger(asked) && asked > 0 && asked <= 1_000_000 ? asked : 1,
    /** The page by the ends of those before. */
    page: ends.length + 1,
    end: ends.at(-1),
    change,
    // Replaces the history entry; otherwise every search would add one.
    searchFor: (text: string) => change({ q: text, page: '' }, { replace: true }),
    goToPage,
  }
}
