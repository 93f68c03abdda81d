import { type KeyboardEvent, useState } from 'react'
import { useFocusAfterLoss } from './use-focus-after-loss'

type RowActions = { approve: (id: string) => void; remove: (id: string) => void; select: (id: string) => void }

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Keys for a list of rows: j and k move, a approves, d deletes, x selects; the focus moves on from a removed row. */
export const useRowKeys = (ids: readonly string[], actions: RowActions) => {
  const { list, focusItem, expectLoss } = useFocusAfterLoss<HTMLTableSectionElement>(ids, '[data-row]')
  const [active, setActive] = useState(0)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    const index = row ? ids.indexOf(row.dataset.row ?? '') : -1
    const id = ids[index]
    const key = event.key.toLowerCase()
    if (key === 'j') focusItem(row ? index + 1 : 0)
    else if (key === 'k') focusItem(row ? index - 1 : 0)
    else if (key === 'a' && id) actions.approve(id)
    else if (key === 'd' && id) actions.remove(id)
    else if (key === 'x' && id) actions.select(id)
    else return
    event.preventDefault()
  }

  return {
    rows: list,
    onKeyDown,
    expectLoss,
    /** Only one row is in the Tab order; j and k reach the others. */
    rowProps: (index: number) => ({
      tabIndex: index === Math.min(active, ids.length - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}
