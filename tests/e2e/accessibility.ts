import axe from 'axe-core'
import type { Page } from 'playwright/test'

/** What axe finds wrong with the page, or the part of it a selector names, one line each. */
export const violations = async (page: Page, within?: string): Promise<string[]> => {
  // The policy of the page forbids foreign scripts; the debugger's own evaluation is not bound by it.
  await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    // What is half faded, in or out, has the contrast of neither its beginning nor its end, and axe takes its time.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }')
    document.adoptedStyleSheets.push(still)
    const { violations } = await window.axe.run(selector ?? document, { resultTypes: ['violations'] })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, within)
}
