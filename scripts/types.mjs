// `npm run types` writes the database's types with the official CLI (142 MB).
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { importSource, root, save } from './project.mjs'
import { NO_TELEMETRY, supabaseCli } from './supabase-cli.mjs'

const TARGET = 'supabase/functions/_shared/contract/database.types.ts'
const run = (/** @type {string[]} */ ...args) =>
  promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...NO_TELEMETRY } })

const program = await supabaseCli()
if (!program) process.exit(1)
const folder = mkdtempSync(path.join(tmpdir(), 'database-types-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
/** @type {typeof import('../supabase/local/database/template.ts')} */
const { prepareDataDir } = await importSource('supabase/local/database/template.ts')
await prepareDataDir(root, path.join(folder, 'data'))
const db = await PGlite.create(path.join(folder, 'data'))
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 })
await server.start()
const url = `postgresql://postgres@${server.getServerConn()}/postgres?sslmode=disable`
const { stdout } = await run(...program, 'gen', 'types', `--remote=${url}`, '--schema', 'public')
save(TARGET, stdout)
await run('node_modules/@biomejs/biome/bin/biome', 'format', '--write', TARGET)
console.log(`Wrote ${TARGET}`)
process.exit()
