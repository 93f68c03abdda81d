import { isFocusLost, rememberPlace } from '@/components/ui/focus-place'

// React Query renders a moment after an action has ended.
const RENDER_MS = 100

/**
 * Runs an action. If the focus is lost meanwhile because what had it goes or moves, it returns to where it was or, once that is
 * gone, to what stands in the place of `element`, or to its list.
 */
export const keepFocus = async <Result>(
  action: () => Result | Promise<Result>,
  element = document.activeElement,
): Promise<Result> => {
  const { activeElement } = document
  const restorePlace = rememberPlace(element)
  let last: Element | null = activeElement
  // If another element has had the focus since, this action leaves it alone.
  let own = activeElement
  const onFocus = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const observer = new MutationObserver((records) => {
    const isRemoved = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
    if (!isFocusLost() || !isRemoved || (last !== own && !last?.closest('[role=alertdialog]'))) return
    if (activeElement?.isConnected && activeElement !== document.body) (activeElement as HTMLElement).focus()
    else restorePlace()
    own = document.activeElement
  })
  document.addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  try {
    return await action()
  } finally {
    setTimeout(() => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }, RENDER_MS)
  }
}
