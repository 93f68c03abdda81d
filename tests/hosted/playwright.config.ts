import { defineConfig } from 'playwright/test'
import e2e from '../e2e/playwright.config'
import { freePort } from '../support/free-port.mjs'
import { hostMissing } from '../support/host-servers.mjs'

// Workers read the configuration again and must find the same ports.
if (!process.env.BACKSTAGE_URL) {
  const [pages, backstage, gateway] = await Promise.all([freePort(), freePort(), freePort()])
  process.env.PAGES_ORIGIN = `http://127.0.0.1:${pages}`
  process.env.BACKSTAGE_URL = `http://127.0.0.1:${backstage}`
  process.env.PORT = String(gateway)
  process.env.PAGES_MISSING = await hostMissing('Cloudflare Pages')
}
const { PAGES_ORIGIN = '', BACKSTAGE_URL = '' } = process.env

/** The `@hosted` journeys with pages and backend on two origins. */
export default defineConfig<{ backend: string | undefined }>({
  ...e2e,
  testDir: '..',
  outputDir: '../../node_modules/.cache/hosted-results',
  use: { ...e2e.use, baseURL: PAGES_ORIGIN, backend: BACKSTAGE_URL },
  projects: [
    // It needs a database without accounts.
    { name: 'new project', testMatch: 'hosted/new-project.test.ts' },
    { name: 'journeys', dependencies: ['new project'], testMatch: 'e2e/*.test.ts', grep: /@hosted/ },
  ],
  webServer: {
    command: 'node tests/hosted/serve.mjs',
    cwd: '../..',
    url: `${PAGES_ORIGIN}/robots.txt`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
