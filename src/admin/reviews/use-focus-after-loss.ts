import { useEffect, useRef } from 'react'

// A closing dialog releases the focus a moment later.
const onceFocusIsLost = (act: () => void) =>
  setTimeout(() => {
    if (document.activeElement === document.body || document.activeElement === null) act()
  })

/**
 * Moves the focus on from an item that leaves its list: to the one in its place, or to the panel of the tab when the list goes
 * with it. `selector` finds what takes the focus in each item.
 */
export const useFocusAfterLoss = <List extends HTMLElement>(ids: readonly string[], selector: string) => {
  const list = useRef<List>(null)
  const lost = useRef<number>(undefined)

  const focusItem = (index: number) => {
    const nearest = Math.min(Math.max(index, 0), ids.length - 1)
    list.current?.querySelectorAll<HTMLElement>(selector)[nearest]?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is looked after whenever the items change.
  useEffect(() => {
    const index = lost.current
    lost.current = undefined
    if (index !== undefined) onceFocusIsLost(() => focusItem(index))
  }, [ids.join()])

  useEffect(() => {
    const panel = list.current?.closest<HTMLElement>('[role=tabpanel]')
    return () => {
      if (lost.current !== undefined) onceFocusIsLost(() => panel?.focus())
    }
  }, [])

  /** Call before an item may leave the list. */
  const expectLoss = (id: string) => {
    lost.current = ids.indexOf(id)
  }
  return { list, focusItem, expectLoss }
}
