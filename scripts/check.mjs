// @ts-check
// Types, lint and format, and dead code: all of them run, whichever fails.
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)

const checks = {
  types: [bin('typescript/bin/tsc')],
  'lint and format': [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  'dead code': [bin('knip/bin/knip.js')],
}

/** @returns {Promise<boolean>} whether the check found nothing */
const run = (/** @type {string} */ name, /** @type {string[]} */ args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.once('exit', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`)
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })

const verdicts = await Promise.all(Object.entries(checks).map(([name, args]) => run(name, args)))
process.exit(verdicts.every(Boolean) ? 0 : 1)
