// @ts-check
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PICTURES = 20

/** Copies the project with every change that is not yet committed, and what is installed, but nothing that was built. */
export const copyProject = (/** @type {string} */ root, /** @type {string} */ copy) => {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of [...listed.stdout.toString().split('\0'), '.env.local']) {
    if (!file || !existsSync(path.join(root, file)) || file.startsWith('src/assets/pictures')) continue
    cpSync(path.join(root, file), path.join(copy, file))
  }
  // One link each: the build writes into a folder of node_modules, and that has to be the copy's own.
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((entry) => entry !== '.cache'))
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
}

const slugOf = (/** @type {number} */ number) => `generated-${number}`
const constantOf = (/** @type {number} */ number) => `generated${number}`

// Words of its own in each, or compression would hide what a project weighs.
const words = (/** @type {number} */ seed, /** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => ((seed * 7919 + index * 104_729) % 1_679_616).toString(36)).join(' ')

const pictures = (/** @type {number} */ number, /** @type {number[]} */ ids) =>
  `definePictures('projects/mayfair-basement', [480, 960, 1280], ${JSON.stringify(
    ids.map((id) => ({
      id,
      name: '01-existing-house',
      hash: '03c8eb38',
      width: 1280,
      height: 960,
      placeholder: '#e2e1dd',
      alt: words(number * 100 + id, 16),
      description: words(number * 100 + id + 50, 14),
    })),
  )})`

/**
 * Adds projects to a copy until it has `count`, in the files a person would add them to. Each has twenty pictures, whose
 * files are those of an existing one.
 */
export const addProjects = (/** @type {string} */ copy, /** @type {number} */ count) => {
  const content = path.join(copy, 'src/content')
  const read = (/** @type {string} */ file) => readFileSync(path.join(content, file), 'utf8')
  const write = (/** @type {string} */ file, /** @type {string} */ text) =>
    writeFileSync(path.join(content, file), text)
  const present = (read('projects/cards.ts').match(/^ {2}card\(/gm) ?? []).length
  const numbers = Array.from({ length: Math.max(0, count - present) }, (_, index) => index + 1)
  const each = (/** @type {(number: number) => string} */ text) => numbers.map(text).join('')
  const change = (/** @type {string} */ file, /** @type {[find: RegExp, put: string][]} */ ...changes) => {
    let text = read(file)
    for (const [find, put] of changes) {
      if (!find.test(text)) throw new Error(`${file} no longer has ${find}: adapt the fixture.`)
      text = text.replace(find, (found) => found + put)
    }
    write(file, text)
  }

  for (const number of numbers) {
    const [slug, constant] = [slugOf(number), constantOf(number)]
    const ids = Array.from({ length: PICTURES }, (_, index) => index + 1)
    const facts = {
      id: slug,
      title: `Generated ${words(number, 5)}`,
      summary: words(number + 1, 14),
      location: words(number + 2, 2),
      completionDate: '2025',
    }
    const details = {
      description: [words(number + 3, 60), words(number + 4, 60), words(number + 5, 60)].join('\n\n'),
      services: [6, 7, 8, 9].map((seed) => words(number + seed, 3)),
    }
    write(`projects/facts/${slug}.ts`, `export const ${constant}Facts = ${JSON.stringify(facts)}\n`)
    write(
      `pictures/${slug}.ts`,
      `import { definePictures } from '@/domain/picture'\nexport const ${constant}Pictures = /* @__PURE__ */ ${pictures(number, ids)}\n`,
    )
    write(
      `projects/${slug}.ts`,
      `import { ${constant}Pictures } from '../pictures/${slug}'\nexport const details = { ...${JSON.stringify(details)}, images: ${constant}Pictures }\n`,
    )
  }
  const cover = (/** @type {string} */ kind, /** @type {number} */ id) =>
    each((number) => `export const ${constantOf(number)}${kind} = /* @__PURE__ */ ${pictures(number, [id])}\n`)
  change('pictures/project-covers.ts', [/$/, cover('Cover', 1)])
  change('pictures/project-completions.ts', [/$/, cover('Completion', PICTURES)])
  change('projects/cards.ts', [
    /^/,
    each((n) => `import { ${constantOf(n)}Facts } from './facts/${slugOf(n)}'\n`) +
      each((n) => `import { ${constantOf(n)}Cover } from '../pictures/project-covers'\n`),
  ])
  change('projects/cards.ts', [
    /projectCards: .* = \[\n/,
    each((n) => `  card(${constantOf(n)}Facts, ${constantOf(n)}Cover),\n`),
  ])
  change('projects/index.ts', [
    /const details: .* = \{\n/,
    each((n) => `  '${slugOf(n)}': () => import('./${slugOf(n)}'),\n`),
  ])
  change('project-share-images.ts', [
    /projectShareImages = \{\n/,
    each(
      (n) =>
        `  '${slugOf(n)}': { src: '/pictures/og/${slugOf(n)}-${words(n, 1)}.jpg', alt: '${words(n + 10, 16)}' },\n`,
    ),
  ])
}
