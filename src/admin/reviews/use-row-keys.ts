import { type KeyboardEvent, useRef, useState } from 'react'
import { keepFocus } from '@/admin/components/keep-focus'

type RowActions = { approve: (id: string) => void; remove: (id: string) => void; select: (id: string) => void }

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Keys for a list of rows: j and k move, a approves, d deletes, x selects. */
export const useRowKeys = (ids: readonly string[], actions: RowActions) => {
  const rows = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)

  const findRow = (index: number) => rows.current?.querySelectorAll<HTMLElement>('[data-row]')[index]
  const focusRow = (index: number) => findRow(Math.min(Math.max(index, 0), ids.length - 1))?.focus()

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    const index = row ? ids.indexOf(row.dataset.row ?? '') : -1
    const id = ids[index]
    const key = event.key.toLowerCase()
    if (key === 'j') focusRow(row ? index + 1 : 0)
    else if (key === 'k') focusRow(row ? index - 1 : 0)
    else if (key === 'a' && id) actions.approve(id)
    else if (key === 'd' && id) actions.remove(id)
    else if (key === 'x' && id) actions.select(id)
    else return
    event.preventDefault()
  }

  return {
    rows,
    onKeyDown,
    /** Runs an action after which the focus is on this row, or the one in its place. */
    keepRow: <Result>(id: string | undefined, action: () => Promise<Result>) =>
      keepFocus(action, findRow(ids.indexOf(id ?? ''))),
    /** Only one row is in the Tab order; j and k reach the others. */
    rowProps: (index: number) => ({
      tabIndex: index === Math.min(active, ids.length - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}
