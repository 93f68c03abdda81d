import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildCopy, copyProject } from '../support/copy-project.mjs'
import { freePort } from '../support/free-port.mjs'
import { spawnGroup } from '../support/spawn-group.mjs'
import { expect, test as shared } from './admin-support'

type SeparateSite = {
  url: string
  stop: () => Promise<void>
  /** Serves `dist` or another build. `hook` is the deploy hook's URL. */
  start: (options?: { dist?: string; hook?: string }) => Promise<void>
  /** Builds the site from a backend's public data. */
  rebuild: (backend: { url: string; publishableKey: string }, hook?: string) => Promise<void>
}

/** Shared `test` on a site that tests may stop. */
export const test = shared.extend<{ site: SeparateSite }, { siteName: string; separateSite: SeparateSite }>({
  /** Name for the site. Tests that need an empty one set their own. */
  siteName: ['all', { option: true, scope: 'worker' }],
  separateSite: [
    async ({ siteName }, use) => {
      // In tests/hosted only one file publishes, so it can use the shared site.
      const { PAGES_ORIGIN: pages } = process.env
      if (pages) return use({ url: pages, stop: async () => {}, start: async () => {}, rebuild: async () => {} })
      const folder = mkdtempSync(path.join(tmpdir(), `groundworks-e2e-${siteName}-`))
      const port = await freePort()
      const url = `http://localhost:${port}`
      const copies: string[] = []
      let server: ReturnType<typeof spawnGroup> | undefined
      const stop = async () => {
        await server?.kill()
        server = undefined
      }
      const start = async ({ dist = '', hook = '' } = {}) => {
        if (server) return
        const data = { E2E_DATA_DIR: path.join(folder, 'data'), E2E_DIST: dist, DEPLOY_HOOK_URL: hook }
        server = spawnGroup(process.execPath, ['tests/e2e/serve.mjs'], {
          cwd: path.resolve(import.meta.dirname, '../..'),
          env: { ...process.env, ...data, PORT: String(port), SMTP_PORT: '0' },
        })
        await expect(() => fetch(`${url}/rest/v1/`)).toPass({ timeout: 50_000, intervals: [100] })
      }
      const rebuild: SeparateSite['rebuild'] = async (backend, hook) => {
        const copy = copyProject()
        copies.push(copy)
        await buildCopy(copy, backend)
        await stop()
        await start({ dist: path.join(copy, 'dist'), ...(hook && { hook }) })
      }
      await start()
      await use({ url, stop, start, rebuild })
      await stop()
      for (const copy of copies) rmSync(copy, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({ separateSite, server }, use) => use({ ...server, url: process.env.BACKSTAGE_URL ?? separateSite.url }),
    { scope: 'worker' },
  ],
  site: async ({ separateSite }, use) => {
    await separateSite.start()
    await use(separateSite)
    await separateSite.start()
  },
  baseURL: async ({ site }, use) => use(site.url),
})
