import type { BrowserContext, Page } from 'playwright/test'
import { expect } from './support'

const RUN = 'window.__xss=1'

/** What somebody might store in the hope that a page runs it; every one that runs sets `window.__xss`. */
export const attacks: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><svg/onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>">`,
  `<details open ontoggle=${RUN}>`,
  `<style>*{background:url(//evil.example)}</style>`,
  `<base href=//evil.example/>`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `" autofocus onfocus=${RUN} x="`,
  `' onmouseover='${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<%= ${RUN} %>`,
  `]]><!--<script>${RUN}</script>-->`,
  `\u202e<img src=x onerror=${RUN}>\u202c`,
  `\u2028${RUN}//\u2029`,
  `&lt;img src=x onerror=${RUN}&gt;`,
]

const counts = new Map<string, number>()

/** Notes that so many attempts were made on a screen. */
export const attempted = (screen: string, number: number): void => {
  counts.set(screen, (counts.get(screen) ?? 0) + number)
}

/** Prints how many attempts were made where. */
export const printAttempts = (): void => {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...counts].map(([screen, count]) => `${screen} ${count}`)
  if (all > 0) console.log(`attempts: ${all} (${parts.join(', ')})`)
}

/** Watches every page and frame of a context; what it returns lists what ran, and what a policy had to stop. */
export const watch = async (context: BrowserContext): Promise<string[]> => {
  const found: string[] = []
  await context.exposeBinding('reportFinding', (_source, finding: string) => void found.push(finding))
  await context.addInitScript(() => {
    const report = (finding: string) => Reflect.get(window, 'reportFinding')?.(finding)
    Object.defineProperty(window, '__xss', { set: () => report(`ran at ${location.href}`) })
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile} ${event.sample} at ${location.href}`),
    )
  })
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      found.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  return found
}

/** Expects the page to show each text as it was written. */
export const expectShown = async (page: Page, texts: readonly string[]): Promise<void> => {
  const place = page.locator('body')
  await expect
    .poll(async () => {
      const shown = (await place.textContent()) ?? ''
      return texts.filter((text) => !shown.includes(text))
    })
    .toEqual([])
}

/** Touches whatever a handler might wait for: pointer, focus, and anything that was smuggled in. */
export const provoke = async (page: Page): Promise<void> => {
  const foreign = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.dispatchEvent(new FocusEvent('focus'))
    }
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => /^on/.test(name)),
    )
    const odd = document.querySelectorAll('base, [href^="javascript:" i], [src^="javascript:" i], [srcdoc]')
    return [...handlers, ...odd].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
  expect(foreign).toEqual([])
}
