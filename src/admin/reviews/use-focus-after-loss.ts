import { useEffect, useRef } from 'react'
import { isFocusLost } from '@/components/ui/focus-place'

// A closing dialog lets go of the focus a moment later.
const onceFocusIsLost = (act: () => void) =>
  setTimeout(() => {
    if (isFocusLost()) act()
  })

/** When an item leaves its list, focuses `selector` in the one now in its place, or the tab panel after the last one. */
export const useFocusAfterLoss = <List extends HTMLElement>(ids: readonly string[], selector: string) => {
  const list = useRef<List>(null)
  const lost = useRef<number>(undefined)

  const focusItem = (index: number) => {
    const nearest = Math.min(Math.max(index, 0), ids.length - 1)
    list.current?.querySelectorAll<HTMLElement>(selector)[nearest]?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus may be lost whenever the items change.
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
