import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type BrowserContext, test as base, type Page, expect as playwrightExpect } from 'playwright/test'
import { freePort } from '../support/free-port.mjs'
import { WebKitPage } from './webkit-page'

export { expect } from './webkit-expect'

/** Playwright's `test`, whose page is one of WebKitGTK: Playwright itself drives builds of its own only, which no Linux distribution has. */
export const test = base.extend<object, { webDriver: string }>({
  webDriver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      // A screen of its own, which names itself in its third stream.
      const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
      const port = await freePort()
      const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        env: {
          ...process.env,
          DISPLAY: `:${display.toString().trim()}`,
          LIBGL_ALWAYS_SOFTWARE: '1',
          NO_AT_BRIDGE: '1',
          // Root has no sandbox to offer.
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        },
      })
      const url = `http://127.0.0.1:${port}`
      await playwrightExpect(async () => void (await fetch(`${url}/status`))).toPass({ timeout: 20_000 })
      await use(url)
      driver.kill()
      screen.kill()
    },
    { scope: 'worker' },
  ],
  page: async ({ webDriver, baseURL, viewport }, use, testInfo) => {
    const folder = testInfo.outputPath('webkit')
    mkdirSync(folder, { recursive: true })
    const page = await WebKitPage.make(webDriver, baseURL ?? '', folder, viewport ?? { width: 1280, height: 800 })
    await use(page as unknown as Page)
    await page.close()
  },
  context: async ({ page }, use) => use(page.context() as BrowserContext),
})
