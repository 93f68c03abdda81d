import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeCertificate } from '../../support/certificate.ts'
import { buildCopy, copyProject } from '../../support/copy-project.mjs'
import { startFilledBackend } from '../../support/filled-site.ts'
import { freePort } from '../../support/free-port.mjs'
import { forward, listen, startHost } from './host.ts'

/** Serves a site with `projects` custom projects, whose backend has another origin. */
export const startFilledHost = async (projects: number) => {
  const port = await freePort()
  const backend = await startFilledBackend(projects, `https://localhost:${port}`)
  const certificate = makeCertificate()
  const url = await listen((request) => forward(backend.url + request.url, request), 0, certificate)
  const trusted = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'certificate.pem')
  writeFileSync(trusted, certificate.cert)
  const copy = copyProject()
  process.once('exit', () => {
    for (const folder of [copy, path.dirname(trusted)]) rmSync(folder, { recursive: true, force: true })
  })
  await buildCopy(copy, { ...backend, url, trusted })
  const dist = path.join(copy, 'dist')
  const [, customProject = ''] =
    /href="(\/project\/[^"]+)"/.exec(readFileSync(path.join(dist, 'projects.html'), 'utf8')) ?? []
  return { ...(await startHost(dist, port)), customProject, backend }
}
