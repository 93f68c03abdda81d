// @ts-check
// The built site with the embedded backend on an empty database, for the browser tests.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { preview } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

// A test that stops and starts a server of its own brings the folder, and finds its data there again.
if (process.env.E2E_DATA_DIR) process.env.DATA_DIR = process.env.E2E_DATA_DIR
else {
  process.env.DATA_DIR = path.join(root, `node_modules/.cache/e2e-data-${process.env.PORT}`)
  rmSync(process.env.DATA_DIR, { recursive: true, force: true })
}
process.chdir(root)
// Every test signs in, all of them from one address. The default account is as on a hosted project.
Object.assign(process.env, { AUTH_LIMITS: 'off', ADMIN_PASSWORD_CHANGE: 'required' })
/** @type {import('vite').Plugin} */
const forgetCodes = {
  name: 'forget-codes',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use('/__forget-codes', async (_, res) => {
      const { ready } = Reflect.get(globalThis, Symbol.for('groundworks.embedded-backend'))
      // A second factor's next code is accepted after 90 seconds, which no test waits for.
      await (await ready).sql('delete from auth.mfa_challenges where verified_at is not null')
      res.end()
    }),
}
// A test that builds the site once more serves it beside the same data, where a backend has a second origin.
const dist = process.env.E2E_DIST
await preview({
  root,
  plugins: [forgetCodes],
  ...(dist && { build: { outDir: dist }, preview: { host: '127.0.0.1' } }),
})
