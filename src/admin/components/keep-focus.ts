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
  const restore = () =>
    activeElement?.isConnected && activeElement !== document.body
      ? (activeElement as HTMLElement).focus()
      : restorePlace()
  let last: EventTarget | null = activeElement
  const onFocus = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver((records) => {
    const hasLast = (node: Node) => node.contains(last as Node | null)
    if (isFocusLost() && records.some(({ removedNodes }) => [...removedNodes].some(hasLast))) restore()
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
