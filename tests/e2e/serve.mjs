// @ts-check
// Serves the built site with the embedded backend on an empty database.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { preview } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

// A test that restarts its server keeps the data.
if (process.env.E2E_DATA_DIR) process.env.DATA_DIR = process.env.E2E_DATA_DIR
else {
  process.env.DATA_DIR = path.join(root, `node_modules/.cache/e2e-data-${process.env.PORT}`)
  rmSync(process.env.DATA_DIR, { recursive: true, force: true })
}
process.chdir(root)
// All tests sign in from one IP address.
Object.assign(process.env, { AUTH_LIMITS: 'off', ADMIN_PASSWORD_CHANGE: 'required' })
/** @type {import('vite').Plugin} */
const forgetLimits = {
  name: 'forget-limits',
  configurePreviewServer: ({ middlewares }) => {
    const forget = (/** @type {string} */ path, /** @type {string} */ deletion) =>
      middlewares.use(path, async (_, res) => {
        const { ready } = Reflect.get(globalThis, Symbol.for('groundworks.embedded-backend'))
        await (await ready).sql(deletion)
        res.end()
      })
    // The next code would only be accepted after 90 seconds.
    forget('/__forget-codes', 'delete from auth.mfa_challenges where verified_at is not null')
    // All visitors have one IP address.
    forget('/__forget-rates', 'delete from private.rate_limit_hits')
  },
}
// A rebuilt site keeps its data, and its backend must also be reachable at a second origin, 127.0.0.1.
const dist = process.env.E2E_DIST
await preview({
  root,
  plugins: [forgetLimits],
  ...(dist && { build: { outDir: dist }, preview: { host: '127.0.0.1' } }),
})
