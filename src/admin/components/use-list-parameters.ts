import { cleanLine } from '@contract/text'
import { useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { type Cursor, cursorsBefore } from '@/lib/cursor'

const endSchema = v.object({ id: v.string(), created_at: v.string() })
const historySchema = v.fallback(v.object({ ends: v.array(endSchema) }), { ends: [] })
type Options = { replace?: boolean; state?: { ends: readonly Cursor[] } }

/** A list's search and other parameters, kept in the URL, and its page, kept in the history entry. */
export const useListSearchParams = () => {
  const [parameters, setParameters] = useSearchParams()
  // Where earlier pages end belongs to the history entry: it survives a reload, and a copied URL opens the first page.
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
    /** Where the page before ended, from which this one is read. */
    end: ends.at(-1),
    change,
    // Otherwise every search would add a history entry.
    searchFor: (text: string) => change({ q: text, page: '' }, { replace: true }),
    /** `last`: the current page's last row. `replace` keeps Back from leading to a page that does not exist. */
    goToPage,
  }
}
