import { readFileSync } from 'node:fs'
import type axeCore from 'axe-core'
import type { Page } from 'playwright/test'

declare global {
  interface Window {
    axe: typeof axeCore
  }
}

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Returns axe's violations, one line each. */
export const violations = async (page: Page): Promise<string[]> => {
  // The page's security policy doesn't bind the debugger's evaluation.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // A half-faded colour has a contrast of its own.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }')
    document.adoptedStyleSheets.push(still)
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      // axe misreads an address that may break in its middle.
      rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: false } },
    })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}
