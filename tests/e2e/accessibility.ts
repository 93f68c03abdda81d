import { readFileSync } from 'node:fs'
import type axeCore from 'axe-core'
import type { Page } from 'playwright/test'

declare global {
  interface Window {
    axe: typeof axeCore
  }
}

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds wrong with the page, one line each; small targets included. */
export const violations = async (page: Page): Promise<string[]> => {
  // The policy of the page forbids foreign scripts; the debugger's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // What is half faded, in or out, has the contrast of neither its beginning nor its end, and axe takes its time.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }')
    document.adoptedStyleSheets.push(still)
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // An address that may break in its middle is to axe another text than its label.
      rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: false } },
    })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}
