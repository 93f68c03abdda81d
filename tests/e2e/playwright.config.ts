import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM_SWITCHES, findHeadlessChromium } from '../../scripts/browsers.mjs'

// Several copies of the project may be tested on one machine.
const port = Number(process.env.E2E_PORT ?? 4179)
const executablePath = findHeadlessChromium()

/**
 * What the tags say: `@release` takes long, and is left to `npm run test:release`; `@hosted` goes through the backend, and
 * runs in tests/hosted once more, with the pages elsewhere; `@every-browser` runs in tests/browsers once more, `@wide` there
 * on a computer's screen only.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../node_modules/.cache/e2e-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On two cores: a third of a test is waiting.
  workers: 3,
  // Enough for a machine three times slower than two idle cores.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // What a worker fetches no test sees; offline.test.ts lets it work.
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
