import { isFocusLost, rememberPlace } from '@/components/ui/focus-place'

// React Query renders a moment after an action has ended.
const RENDER_MS = 100

/**
 * Runs an action. If what has the focus goes or moves meanwhile, the focus returns to `element` or, once that is gone, to what
 * stands in its place, or to its list.
 */
export const keepFocus = async <Result>(
  action: () => Result | Promise<Result>,
  element = document.activeElement,
): Promise<Result> => {
  const restore = rememberPlace(element)
  let last: EventTarget | null = document.activeElement
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
