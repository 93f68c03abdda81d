import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect } from './support'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds wrong with the page, or the part of it a selector names, one line each; small targets included. */
export const violations = async (page: Page, within?: string): Promise<string[]> => {
  // The policy of the page forbids foreign scripts; the debugger's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (selector) => {
    // What is half faded, in or out, has the contrast of neither its beginning nor its end, and axe takes its time.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }')
    document.adoptedStyleSheets.push(still)
    const { violations } = await window.axe.run(selector ?? document, {
      resultTypes: ['violations'],
      // An address that may break in its middle is to axe another text than its label.
      rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: false } },
    })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, within)
}

/** At 390 and at 1440 pixels: nothing for axe to find, and nothing wider than the page. */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${screen} at ${width}`).toBe(width)
    expect(await violations(page), `${screen} at ${width}`).toEqual([])
  }
}
