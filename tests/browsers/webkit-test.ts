import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { type BrowserContext, test as base, type Page, expect as playwrightExpect } from 'playwright/test'
import { startScreen } from '../../scripts/browsers.mjs'
import { freePort } from '../support/free-port.mjs'
import { WebKitPage } from './webkit-page'

export { expect } from './webkit-expect'

// Root has no sandbox.
const WITHOUT_SANDBOX = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }

/** A driver handles one browser at a time. */
const startDriver = async (display: string) => {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1', ...WITHOUT_SANDBOX },
  })
  const url = `http://127.0.0.1:${port}`
  await playwrightExpect(async () => void (await fetch(`${url}/status`))).toPass({ timeout: 20_000 })
  return { url, stop: () => driver.kill() }
}

type Settings = { baseURL: string | undefined; viewport: { width: number; height: number } | null }
const openPage = (driver: string, { baseURL = '', viewport }: Settings, folder: string) => {
  mkdirSync(folder, { recursive: true })
  return WebKitPage.make(driver, baseURL, folder, viewport ?? { width: 1280, height: 800 })
}

/**
 * Playwright's `test` with WebKitGTK pages, because no Linux distribution has the WebKit builds that Playwright drives.
 */
export const test = base.extend<{ anotherPage: Page }, { display: string; webDriver: string }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      const { display, stop } = await startScreen()
      await use(display)
      stop()
    },
    { scope: 'worker' },
  ],
  webDriver: [
    async ({ display }, use) => {
      const { url, stop } = await startDriver(display)
      await use(url)
      stop()
    },
    { scope: 'worker' },
  ],
  page: async ({ webDriver, baseURL, viewport }, use, testInfo) => {
    const page = await openPage(webDriver, { baseURL, viewport }, testInfo.outputPath('webkit'))
    await use(page as unknown as Page)
    await page.close()
  },
  anotherPage: async ({ display, baseURL, viewport }, use, testInfo) => {
    const { url, stop } = await startDriver(display)
    const page = await openPage(url, { baseURL, viewport }, testInfo.outputPath('another'))
    await use(page as unknown as Page)
    await page.close()
    stop()
  },
  context: async ({ page }, use) => use(page.context() as BrowserContext),
})
