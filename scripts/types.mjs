// @ts-check
// Writes the types of the database, as the official CLI reads them off the migrations: npm run types. The CLI weighs 142 MB, so
// it is fetched when this runs; it talks to the migrated database as to any other PostgreSQL.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { importSource, root } from './project.mjs'
import { NO_TELEMETRY, supabaseCli } from './supabase-cli.mjs'

const program = await supabaseCli()
if (!program) process.exit(1)
const target = path.join(root, 'supabase/functions/_shared/contract/database.types.ts')

const folder = mkdtempSync(path.join(tmpdir(), 'database-types-'))
const dataDir = path.join(folder, 'data')
/** @type {typeof import('../supabase/local/database/template.ts')} */
const { prepareDataDir } = await importSource('supabase/local/database/template.ts')
await prepareDataDir(root, dataDir)

const database = await PGlite.create(dataDir)
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 10 })
await server.start()
const url = `postgresql://postgres@${server.getServerConn()}/postgres?sslmode=disable`
const cli = spawn(process.execPath, [...program, 'gen', 'types', `--remote=${url}`, '--schema', 'public'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, ...NO_TELEMETRY },
})
const ended = new Promise((resolve) => cli.once('exit', resolve))
let types = ''
for await (const chunk of cli.stdout) types += chunk
const isDone = (await ended) === 0 && types.includes('export type Database')
if (isDone) {
  writeFileSync(target, types)
  spawnSync(process.execPath, [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', target], {
    cwd: root,
  })
  console.log(`Wrote ${path.relative(root, target)}`)
}
await server.stop()
await database.close()
rmSync(folder, { recursive: true, force: true })
process.exit(isDone ? 0 : 1)
