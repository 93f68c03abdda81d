// `npm start` serves the site with the embedded backend.
import { spawnSync } from 'node:child_process'
import { createServer as createProbe } from 'node:net'
import path from 'node:path'
import { createServer } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 5173)

const exitWithError = (/** @type {string} */ sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** @returns {Promise<boolean>} whether nothing listens on the port */
const isFree = (/** @type {string} */ host) =>
  new Promise((resolve) => {
    const probe = createProbe()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

const findPortOwner = () => {
  const { stdout } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' })
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(stdout ?? '') ?? []
  return name ? `${name} (process ${pid})` : 'another program'
}

if (!Number.isInteger(port) || port < 1 || port > 65_535)
  exitWithError(`PORT is not a valid port number: "${process.env.PORT}".`)
for (const host of ['127.0.0.1', '::1'])
  if (!(await isFree(host)))
    exitWithError(
      `Port ${port} is in use by ${findPortOwner()}. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )

try {
  const server = await createServer({ root, configFile: path.join(root, 'vite.config.ts') })
  await server.listen()
} catch (error) {
  exitWithError(error instanceof Error ? error.message : String(error))
}
