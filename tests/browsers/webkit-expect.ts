import { setTimeout as sleep } from 'node:timers/promises'
import { expect as playwrightExpect } from 'playwright/test'
import type { WebKitLocator, WebKitPage } from './webkit-page'

type Look = (locator: WebKitLocator, attribute: string) => Promise<unknown>

/** Playwright's matchers of these names for a WebKit page. */
const looks: Record<string, Look> = {
  toBeVisible: (locator) => locator.isVisible(),
  toBeHidden: async (locator) => !(await locator.isVisible()),
  toBeFocused: (locator) => locator.evaluate((element: Element) => document.activeElement === element),
  toBeChecked: (locator) => locator.evaluate((field: HTMLInputElement) => field.checked),
  toBeInViewport: (locator) =>
    locator.evaluate((element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight
    }),
  toHaveCount: (locator) => locator.count(),
  toContainText: (locator) => locator.evaluate((element: Element) => element.textContent),
  toHaveValue: (locator) => locator.evaluate((field: HTMLInputElement) => field.value),
  toHaveAttribute: (locator, attribute) =>
    locator.evaluate((element: Element, name: string) => element.getAttribute(name), attribute),
}

const tidy = (text: unknown) => String(text).replace(/\s+/g, ' ').trim()

const isAsExpected = (matcher: string, seen: unknown, expected: unknown): boolean => {
  if (expected instanceof RegExp) return expected.test(String(seen))
  if (matcher === 'toContainText') return tidy(seen).includes(tidy(expected))
  if (typeof expected === 'string') return tidy(seen) === tidy(expected)
  return seen === (typeof expected === 'number' ? expected : true)
}

// A matcher can't read tests/e2e/playwright.config.ts, which has the same value.
const EXPECT_MS = 30_000

const matcherOf = (name: string, look: (subject: never, attribute: string) => Promise<unknown>) =>
  async function matcher(this: { isNot: boolean }, subject: WebKitLocator | WebKitPage, ...rest: unknown[]) {
    const options = rest.at(-1) as { timeout?: number } | undefined
    const end = Date.now() + (options?.timeout ?? EXPECT_MS)
    const [given, value] = rest
    const isPath = 'resolve' in subject && typeof given === 'string'
    const expected = isPath ? subject.resolve(given) : name === 'toHaveAttribute' ? value : given
    for (;;) {
      const seen = await look(subject as never, String(given)).catch((failure: Error) => failure)
      // A failed look passes neither way.
      const pass = seen instanceof Error ? this.isNot : isAsExpected(name, seen, expected)
      const subjectName = 'steps' in subject ? JSON.stringify(subject.steps) : 'page'
      const message = () => `${name}(${rest.map(String)}) of ${subjectName} after all its time: ${seen}`
      if (pass !== this.isNot || Date.now() > end) return { pass, name, message }
      await sleep(50)
    }
  }

const matchers = Object.entries(looks).map(([name, look]) => [name, matcherOf(name, look)])

/** Playwright's `expect` with matchers for WebKit's pages and locators. */
export const expect = playwrightExpect.extend({
  ...Object.fromEntries(matchers),
  toHaveURL: matcherOf('toHaveURL', (page: WebKitPage) => page.url()),
})
