import { defineConfig } from 'playwright/test'
import e2e from '../e2e/playwright.config'

const engine = process.env.BROWSER === 'webkit' ? 'webkit' : 'firefox'

/** The journeys that hold in every browser, in the one that BROWSER names: firefox or webkit. */
export default defineConfig({
  ...e2e,
  testDir: '..',
  outputDir: `../../node_modules/.cache/${engine}-results`,
  workers: 2,
  use: {
    ...e2e.use,
    userAgent: undefined,
    ...(engine === 'firefox' && {
      browserName: 'firefox',
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: '/usr/bin/firefox-esr',
        // Playwright waits for ever for a page that comes back from this cache.
        firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0 },
      },
    }),
  },
  projects: [
    // While nobody has an account.
    { name: 'new project', testMatch: 'hosted/new-project.test.ts', grep: /default admin/ },
    {
      name: `${engine} 1280`,
      dependencies: ['new project'],
      testMatch: 'e2e/*.test.ts',
      grep: /@every-browser/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: `${engine} 390`,
      dependencies: ['new project'],
      testMatch: 'e2e/*.test.ts',
      grep: /@every-browser/,
      // Its way leads through what a phone keeps in its menu.
      grepInvert: /@wide/,
      use: { viewport: { width: 390, height: 844 } },
    },
  ],
})
