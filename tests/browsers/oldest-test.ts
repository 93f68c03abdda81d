import { test as base } from 'playwright/test'
import { type Lacking, lackingFeatures } from './lacking-features'

export { expect } from 'playwright/test'

const takeAway = (lacking: readonly Lacking[]) => {
  const find = (owner: string) => {
    if (owner === '' || owner === 'Window') return globalThis
    if (owner === 'TypedArray') return Object.getPrototypeOf(Uint8Array)
    return owner.split('.').reduce<unknown>((found, name) => Object(found)[name], globalThis)
  }
  for (const { owner, name, isStatic } of lacking) {
    const found = Object(find(owner))
    const holders = isStatic ? [found] : [Object(found.prototype), found]
    const holder = holders.find((candidate) => Object.hasOwn(candidate, name))
    if (holder) Reflect.deleteProperty(holder, name)
  }
}

/** Playwright's `test` in a Chromium without the features that the oldest browsers lack. */
export const test = base.extend<{ known: undefined }, { lacking: Lacking[] | undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
  lacking: [async ({}, use) => use(await lackingFeatures()), { scope: 'worker' }],
  browser: [
    async ({ browser, lacking }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(takeAway, lacking ?? [])
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  known: [
    async ({ lacking }, use, testInfo) => {
      // Without the data the journeys would run as in today's browser.
      testInfo.skip(!lacking, "MDN's data could not be fetched.")
      await use(undefined)
    },
    { auto: true },
  ],
})
