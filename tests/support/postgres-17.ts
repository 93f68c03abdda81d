import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { type NewObjects, prepareHostedDatabases } from './hosted-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    newObjects: NewObjects
  }
}

const program = fileURLToPath(new URL('./postgres-process.mjs', import.meta.url))

/** Starts PostgreSQL 17 and creates the databases that tests copy. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const password = randomBytes(24).toString('base64url')
  const cluster = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, POSTGRES_PASSWORD: password },
  })
  const ended = once(cluster, 'exit')
  const [port] = await Promise.race([
    once(cluster.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('PostgreSQL 17 did not start; what it said stands above.'))),
  ])
  const url = `postgres://supabase_admin:${password}@127.0.0.1:${String(port).trim()}/postgres`
  await prepareHostedDatabases(url)
  project.provide('postgresUrl', url)
  project.provide('newObjects', project.name === 'postgres' ? 'open' : 'closed')
  return async () => {
    cluster.stdin.end()
    await ended
  }
}
