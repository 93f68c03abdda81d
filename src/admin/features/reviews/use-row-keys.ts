import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type RowActions = { approve: (id: string) => void; remove: (id: string) => void; select: (id: string) => void }

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Keys for a list of rows: j and k move, a approves, d deletes, x selects. Focus moves on from a removed row. */
export const useRowKeys = (ids: readonly string[], actions: RowActions) => {
  const rows = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const lost = useRef<number>(undefined)

  const focusRow = (index: number) => {
    const next = Math.min(Math.max(index, 0), ids.length - 1)
    rows.current?.querySelectorAll<HTMLElement>('[data-row]')[next]?.focus()
  }

  // A closing dialog releases the focus a moment later.
  const onceFocusIsLost = (act: () => void) =>
    setTimeout(() => {
      if (document.activeElement === document.body || document.activeElement === null) act()
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is looked after whenever the rows change.
  useEffect(() => {
    const index = lost.current
    lost.current = undefined
    if (index !== undefined) onceFocusIsLost(() => focusRow(index))
  }, [ids.join()])

  // With the last row the table goes, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes.
  useEffect(() => {
    const panel = rows.current?.closest<HTMLElement>('[role=tabpanel]')
    return () => {
      if (lost.current !== undefined) onceFocusIsLost(() => panel?.focus())
    }
  }, [])

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
    /** Call before rows may leave the list. */
    expectLoss: (id: string) => {
      lost.current = ids.indexOf(id)
    },
    /** Only one row is in the Tab order; j and k reach the others. */
    rowProps: (index: number) => ({
      tabIndex: index === Math.min(active, ids.length - 1) ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  }
}
