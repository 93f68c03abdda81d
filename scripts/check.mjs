import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

process.chdir(path.resolve(import.meta.dirname, '..'))
const CHECKS = {
  types: 'typescript/bin/tsc',
  'lint and format': '@biomejs/biome/bin/biome check --error-on-warnings',
  'dead code': 'knip/bin/knip.js',
  'exported names': '../scripts/exported-names.mjs',
  'plain language': '../scripts/plain-language.mjs',
}
const checks = Object.entries(CHECKS).map(async ([name, command]) => {
  const [program = '', ...args] = command.split(' ')
  const child = spawn(process.execPath, [path.join('node_modules', program), ...args], { stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  return status === 0
})
process.exit((await Promise.all(checks)).every(Boolean) ? 0 : 1)
