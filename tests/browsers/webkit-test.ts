import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type BrowserContext, test as base, type Page, expect as playwrightExpect } from 'playwright/test'
import { freePort } from '../support/free-port.mjs'
import { WebKitPage } from './webkit-page'

export { expect } from './webkit-expect'

/** A driver, which has one browser at a time, on this screen. */
const startDriver = async (display: string) => {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      // Root has no sandbox to offer.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await playwrightExpect(async () => void (await fetch(`${url}/status`))).toPass({ timeout: 20_000 })
  return { url, stop: () => driver.kill() }
}

/** Playwright's `test`, whose pages are ones of WebKitGTK: Playwright itself drives builds of its own only, which no Linux distribution has. */
export const test = base.extend<{ anotherPage: Page }, { display: string; webDriver: string }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      // A screen of its own, which names itself in its third stream.
      const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
      await use(`:${number.toString().trim()}`)
      screen.kill()
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
    const folder = testInfo.outputPath('webkit')
    mkdirSync(folder, { recursive: true })
    const page = await WebKitPage.make(webDriver, baseURL ?? '', folder, viewport ?? { width: 1280, height: 800 })
    await use(page as unknown as Page)
    await page.close()
  },
  /** A page in a browser of its own. */
  anotherPage: async ({ display, baseURL, viewport }, use, testInfo) => {
    const folder = testInfo.outputPath('another')
    mkdirSync(folder, { recursive: true })
    const { url, stop } = await startDriver(display)
    const page = await WebKitPage.make(url, baseURL ?? '', folder, viewport ?? { width: 1280, height: 800 })
    await use(page as unknown as Page)
    await page.close()
    stop()
  },
  context: async ({ page }, use) => use(page.context() as BrowserContext),
})
