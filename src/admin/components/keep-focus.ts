import { isFocusLost, rememberPlace } from '@/components/ui/focus-place'

// React Query renders shortly after an action has ended.
const RENDER_MS = 100

/** Runs an action. If it removes or moves the focused element, refocuses that or what replaces `element`. */
export const keepFocus = async <Result>(
  action: () => Result | Promise<Result>,
  element = document.activeElement,
): Promise<Result> => {
  const { activeElement } = document
  const restorePlace = rememberPlace(element)
  let last: Element | null = activeElement
  // Don't restore the focus if another element has had it since.
  let expected = activeElement
  const onFocus = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const observer = new MutationObserver((records) => {
    const isRemoved = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
    if (!isFocusLost() || !isRemoved || (last !== expected && !last?.closest('[role=alertdialog], [role=dialog]')))
      return
    if (activeElement?.isConnected && activeElement !== document.body) (activeElement as HTMLElement).focus()
    else restorePlace()
    expected = document.activeElement
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
