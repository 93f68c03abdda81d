// @ts-check
// `node tests/bench/growth.mjs`: what the home page weighs, and how long the build takes, with many projects.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { addProject, buildCopy, copyProject } from '../support/copy-project.mjs'

// Words of its own in each, or compression would hide what a project weighs.
const words = (/** @type {number} */ seed, /** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => ((seed * 7919 + index * 104_729) % 1_679_616).toString(36)).join(' ')

const files = (/** @type {number} */ number) => {
  const image = (/** @type {number} */ id) => ({
    id,
    base: '/pictures/projects/mayfair-basement/01-existing-house-7e937f17',
    src: '/pictures/projects/mayfair-basement/01-existing-house-7e937f17-960.webp',
    widths: [480, 720, 960, 1280],
    width: 1280,
    height: 960,
    placeholder: '#e2e1dd',
    alt: words(number * 100 + id, 16),
    description: words(number * 100 + id + 50, 14),
  })
  const images = Array.from({ length: 20 }, (_, index) => image(index + 1))
  return {
    'card.json': {
      order: 100 + number,
      title: `Generated ${words(number, 5)}`,
      summary: words(number + 1, 14),
      location: words(number + 2, 2),
      completionDate: '2025',
    },
    'project.json': {
      description: [3, 4, 5].map((seed) => words(number + seed, 60)),
      services: [6, 7, 8, 9].map((seed) => words(number + seed, 3)),
    },
    'images.json': images,
    'cover.json': { first: images[0], last: images.at(-1), share: `/pictures/og/generated-${words(number, 1)}.jpg` },
  }
}

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Entry */

// What a browser downloads to show the home page, by Vite's own manifest.
const homeFiles = (/** @type {string} */ dist) => {
  /** @type {Record<string, Entry>} */
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
  const reached = new Set(['index.html', 'src/pages/home/index.tsx'])
  // A set grows while it is iterated.
  for (const name of reached) for (const next of manifest[name]?.imports ?? []) reached.add(next)
  const entries = [...reached].flatMap((name) => manifest[name] ?? [])
  return { js: entries.map(({ file }) => file), css: [...new Set(entries.flatMap(({ css }) => css ?? []))] }
}

const build = (/** @type {number} */ count) => {
  const copy = copyProject()
  try {
    const present = readdirSync(path.join(copy, 'src/content/projects')).filter((name) => !name.includes('.')).length
    for (let number = present + 1; number <= count; number += 1) {
      const generated = /** @type {Record<string, unknown>} */ (files(number))
      addProject(copy, `generated-${number}`, (file) => JSON.stringify(generated[file]))
    }
    const started = performance.now()
    buildCopy(copy, '--manifest')
    const seconds = Math.round((performance.now() - started) / 100) / 10

    const dist = path.join(copy, 'dist')
    const weigh = (/** @type {string[]} */ files) => {
      const contents = files.map((file) => readFileSync(path.join(dist, file)))
      const bytes = contents.reduce((sum, content) => sum + content.length, 0)
      const compressed = contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0)
      return `${bytes} (${compressed})`
    }
    const { js, css } = homeFiles(dist)
    const all = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const size = all.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
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
