import type * as dom from '@testing-library/dom'

/** Argument of Playwright's text locators. */
export type TextMatch = { text: string; exact: boolean } | { pattern: string; flags: string }
export type Step =
  | { css: string }
  | { role: string; name?: TextMatch | undefined; state: { level?: number } }
  | { label: TextMatch }
  | { hasOwnText: TextMatch }
  | { hasText: TextMatch }
  | { isVisible: true }
  | { nth: number }

/** Finds elements like Playwright's locators, in the page and with Testing Library. */
export const findElements = (steps: Step[]): Element[] => {
  const { queryAllByRole, queryAllByLabelText } = (window as unknown as { TestingLibraryDom: typeof dom })
    .TestingLibraryDom
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const matches = (match: TextMatch, text: string | null | undefined) => {
    if ('pattern' in match) return new RegExp(match.pattern, match.flags).test(tidy(text))
    if (match.exact) return tidy(text) === tidy(match.text)
    return tidy(text).toLowerCase().includes(tidy(match.text).toLowerCase())
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const within = (root: HTMLElement, step: Step): Element[] => {
    if ('css' in step) return [...root.querySelectorAll(step.css)]
    if ('label' in step) return queryAllByLabelText(root, (text) => matches(step.label, text))
    if ('role' in step) {
      const { name } = step
      return queryAllByRole(root, step.role, { ...step.state, ...(name && { name: (text) => matches(name, text) }) })
    }
    if (!('hasOwnText' in step)) return []
    const holds = (element: Element) => matches(step.hasOwnText, element.textContent)
    return [...root.querySelectorAll(':not(script, style, noscript)')].filter(
      (element) => holds(element) && ![...element.children].some(holds),
    )
  }
  return steps.reduce<Element[]>(
    (found, step) => {
      if ('nth' in step) return found.slice(step.nth, step.nth + 1)
      if ('hasText' in step) return found.filter((element) => matches(step.hasText, element.textContent))
      if ('isVisible' in step) return found.filter(isVisible)
      return [...new Set(found.flatMap((root) => within(root as HTMLElement, step)))]
    },
    [document.documentElement],
  )
}
