import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildCopy, copyProject } from '../../support/copy-project.mjs'
import { startFilledBackend } from '../../support/filled-site.ts'
import { freePort } from '../../support/free-port.mjs'
import { startHost } from './host.ts'

/** Serves the site as an owner has filled it, with `projects` of their own, its backend on another origin. */
export const startFilledHost = async (projects: number) => {
  const port = await freePort()
  const backend = await startFilledBackend(projects, `https://localhost:${port}`)
  const copy = copyProject()
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  await buildCopy(copy, backend)
  return startHost(path.join(copy, 'dist'), port)
}
