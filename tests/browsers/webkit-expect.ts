import { setTimeout as sleep } from 'node:timers/promises'
import { expect as playwrightExpect } from 'playwright/test'
import { WebKitLocator, type WebKitPage } from './webkit-page'

type Text = string | RegExp
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
const isText = (expected: Text) => (text: unknown) =>
  expected instanceof RegExp ? expected.test(String(text)) : tidy(String(text)) === tidy(expected)
const holdsText = (expected: Text) => (text: unknown) =>
  expected instanceof RegExp ? expected.test(String(text)) : tidy(String(text)).includes(tidy(expected))
const is = (expected: unknown) => (value: unknown) => value === expected

type Check = { look: () => Promise<unknown>; passes: (seen: unknown) => boolean }

/** What Playwright's matchers of these names ask of a page or a locator, asked of WebKit's. */
const checks: Record<string, (subject: WebKitLocator, expected: never, second: never) => Check> = {
  toBeVisible: (locator) => ({ look: locator.isVisible, passes: is(true) }),
  toBeHidden: (locator) => ({ look: locator.isVisible, passes: is(false) }),
  toHaveCount: (locator, expected) => ({ look: locator.count, passes: is(expected) }),
  toHaveText: (locator, expected) => ({
    look: () => locator.evaluate((element: Element) => element.textContent),
    passes: isText(expected),
  }),
  toContainText: (locator, expected) => ({
    look: () => locator.evaluate((element: Element) => element.textContent),
    passes: holdsText(expected),
  }),
  toHaveValue: (locator, expected) => ({
    look: () => locator.evaluate((field: HTMLInputElement) => field.value),
    passes: isText(expected),
  }),
  toHaveAttribute: (locator, name, expected) => ({
    look: () => locator.evaluate((element: Element, attribute: string) => element.getAttribute(attribute), name),
    passes: isText(expected),
  }),
  toBeFocused: (locator) => ({
    look: () => locator.evaluate((element: Element) => document.activeElement === element),
    passes: is(true),
  }),
  toBeChecked: (locator) => ({
    look: () => locator.evaluate((field: HTMLInputElement) => field.checked),
    passes: is(true),
  }),
  toBeInViewport: (locator) => ({
    look: () =>
      locator.evaluate((element: Element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      }),
    passes: is(true),
  }),
}

const EXPECT_MS = 5_000

const matchers = Object.fromEntries(
  [...Object.entries(checks), ['toHaveURL'] as const].map(([name, checkOf]) => [
    name,
    async function matcher(this: { isNot: boolean }, subject: unknown, ...rest: unknown[]) {
      const options = rest.at(-1) as { timeout?: number } | undefined
      const end = Date.now() + (options?.timeout ?? EXPECT_MS)
      const check: Check =
        subject instanceof WebKitLocator && checkOf
          ? checkOf(subject, rest[0] as never, rest[1] as never)
          : {
              look: (subject as WebKitPage).url,
              passes:
                rest[0] instanceof RegExp ? isText(rest[0]) : is((subject as WebKitPage).resolve(String(rest[0]))),
            }
      for (;;) {
        let isSeen = true
        const seen = await check.look().catch((failure) => {
          isSeen = false
          return String(failure)
        })
        // What cannot be seen passes neither way.
        const pass = isSeen ? check.passes(seen) : this.isNot
        if (pass !== this.isNot || Date.now() > end) {
          const subjectName = subject instanceof WebKitLocator ? JSON.stringify(subject.steps) : 'page'
          return {
            pass,
            name,
            message: () => `${name}(${rest.map(String)}) of ${subjectName} after all its time: ${seen}`,
          }
        }
        await sleep(50)
      }
    },
  ]),
)

/** Playwright's `expect`, with its matchers for pages and locators made for those of WebKit. */
export const expect = playwrightExpect.extend(matchers)
