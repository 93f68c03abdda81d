import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM_SWITCHES, findHeadlessChromium } from '../../scripts/browsers.mjs'

// Several clones may run on one machine.
const port = Number(process.env.E2E_PORT ?? 4179)
const executablePath = findHeadlessChromium()
const onSeparateSite = readdirSync(import.meta.dirname).filter(
  (file) =>
    file.endsWith('.test.ts') &&
    readFileSync(path.join(import.meta.dirname, file), 'utf8').includes("from './separate-site'"),
)

/**
 * `@release` runs only in `npm run test:release`, `@hosted` again in tests/hosted, and `@every-browser` again in
 * tests/browsers, with `@wide` only on a computer.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../node_modules/.cache/e2e-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On two cores, because tests wait a third of the time.
  workers: 3,
  // Enough for a machine three times slower than two idle cores.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  // Each worker of these files would start a site, which takes more processor time than most tests.
  projects: [
    { name: 'separate site', testMatch: onSeparateSite, workers: 1 },
    { name: 'shared site', testIgnore: onSeparateSite },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Playwright can't intercept a worker's requests.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: CHROMIUM_SWITCHES },
  },
  webServer: {
    command: 'node tests/e2e/serve.mjs',
    cwd: '../..',
    env: { PORT: String(port) },
    url: `http://localhost:${port}/__mail/api`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
