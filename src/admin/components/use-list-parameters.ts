import { cleanLine } from '@contract/text'
import { useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { type Cursor, cursorsBefore } from '@/lib/cursor'

const endSchema = v.object({ id: v.string(), created_at: v.string() })
const historySchema = v.fallback(v.object({ ends: v.array(endSchema) }), { ends: [] })
type Options = { replace?: boolean; state?: { ends: readonly Cursor[] } }

/** Returns a list's search parameters (in the URL) and page (in the history entry). */
export const useListSearchParams = () => {
  const [parameters, setParameters] = useSearchParams()
  // In the history entry, cursors survive a reload, but a copied URL opens the first page.
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
  const goToPage = (next: number, { last, ...options }: { last?: Cursor | undefined; replace?: boolean }) =>
    change({ page: next === 1 ? '' : String(next) }, { ...options, state: { ends: cursorsBefore(next, ends, last) } })
  return {
    parameters,
    search: cleanLine(parameters.get('q') ?? ''),
    page: ends.length + 1,
    /** Last row of the previous page. */
    end: ends.at(-1),
    change,
    // Avoids a history entry per search.
    searchFor: (text: string) => change({ q: text, page: '' }, { replace: true }),
    /** `last` is the page's last row. `replace` keeps Back from leading to a missing page. */
    goToPage,
  }
}
