// @ts-check
import { execFile, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')

/** Copies the project with uncommitted changes to a temporary folder. Dependencies are linked. */
export const copyProject = () => {
  const copy = fs.mkdtempSync(path.join(tmpdir(), 'site-copy-'))
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of [...listed.stdout.toString().split('\0'), '.env.local']) {
    if (!file || !fs.existsSync(path.join(root, file)) || /^src\/.*\.(webp|jpg|png)$/.test(file)) continue
    fs.cpSync(path.join(root, file), path.join(copy, file))
  }
  // The build writes into node_modules.
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules')).filter((entry) => entry !== '.cache'))
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  return copy
}

/**
 * Adds a project to a copy. `change` may rewrite its text.
 * @param {string} copy @param {string} id @param {(file: string, text: string) => string} change
 */
export const addProject = (copy, id, change) => {
  const [from, to] = ['feltham-basement', id].map((name) => path.join(copy, 'src/content/projects', name))
  if (!from || !to) return
  fs.mkdirSync(to)
  for (const file of ['card.json', 'project.json', 'images.json', 'cover.json', 'last.json'])
    fs.writeFileSync(path.join(to, file), change(file, fs.readFileSync(path.join(from, file), 'utf8')))
}

/**
 * Builds a copy, optionally with a backend's data. Returns the warnings, or throws with the output.
 * @param {string} copy
 * @param {{ url: string, publishableKey: string, trusted?: string }} [backend] `trusted`: a file with its certificate
 */
export const buildCopy = async (copy, backend) => {
  const vite = path.join(copy, 'node_modules/vite/bin/vite.js')
  const named = backend && {
    VITE_SUPABASE_URL: backend.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    ...(backend.trusted && { NODE_EXTRA_CA_CERTS: backend.trusted }),
  }
  const { stderr } = await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: copy,
    // A test's value would build React's development version.
    env: { ...process.env, NODE_ENV: 'production', ...named },
  }).catch(({ stdout, stderr: said }) => {
    throw new Error(`The copy could not be built: ${stdout}${said}`)
  })
  return stderr
}
