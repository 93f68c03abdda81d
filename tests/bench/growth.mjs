// @ts-check
// `node tests/bench/growth.mjs`: what the home page weighs, and how long the build takes, with many projects.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { addProjects, copyProject } from './growth/fixture.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Entry */

// What a browser downloads to show the home page, by Vite's own manifest.
const homeFiles = (/** @type {string} */ dist) => {
  /** @type {Record<string, Entry>} */
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
  const reached = new Set(['index.html', 'src/pages/home/index.tsx'])
  // A set grows while it is walked.
  for (const name of reached) for (const next of manifest[name]?.imports ?? []) reached.add(next)
  const entries = [...reached].flatMap((name) => manifest[name] ?? [])
  return { js: entries.map(({ file }) => file), css: [...new Set(entries.flatMap(({ css }) => css ?? []))] }
}

const build = (/** @type {number} */ count) => {
  const copy = mkdtempSync(path.join(tmpdir(), 'growth-'))
  try {
    copyProject(root, copy)
    addProjects(copy, count)
    const started = performance.now()
    const vite = path.join(copy, 'node_modules/vite/bin/vite.js')
    const { status } = spawnSync(process.execPath, [vite, 'build', '--manifest', '--logLevel', 'warn'], {
      cwd: copy,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`The site with ${count} projects could not be built; the reason stands above.`)
    const seconds = Math.round((performance.now() - started) / 100) / 10

    const dist = path.join(copy, 'dist')
    const weigh = (/** @type {string[]} */ files) => {
      const contents = files.map((file) => readFileSync(path.join(dist, file)))
      const bytes = contents.reduce((sum, content) => sum + content.length, 0)
      const compressed = contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0)
      return `${bytes} (${compressed})`
    }
    const { js, css } = homeFiles(dist)
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const size = files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
    return {
      projects: readdirSync(path.join(dist, 'project')).length,
      'build, s': seconds,
      'home HTML': weigh(['index.html']),
      'home JS': weigh(js),
      'home CSS': weigh(css),
      'list HTML': weigh(['projects.html']),
      'dist, MB': Math.round(size / 1e5) / 10,
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

console.log('What the home page weighs in bytes, compressed in brackets, as projects are added')
const rows = [5, 50, 100].map(build)
console.table(rows)
const grown = /** @type {const} */ (['home HTML', 'home JS', 'home CSS']).filter((name) => {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => Number.parseInt(row?.[name] ?? '', 10))
  return first !== last
})
if (grown.length > 0) console.error(`More projects make the home page heavier: ${grown.join(', ')}.`)
process.exit(grown.length > 0 ? 1 : 0)
