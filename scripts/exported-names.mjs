// Fails if two modules of src/ export the same name.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const source = path.resolve(import.meta.dirname, '../src')
// Exports that React Router reads.
const ROUTE_EXPORTS = ['Component', 'handle', 'loader']
// Named after their keys, like the values in storage/keys.ts.
const EXEMPT = ['storage/names.ts']
const DECLARATION = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
const LIST = /^export (?:type )?\{([^}]*)\}/gm

/** @param {string} text @returns {string[]} */
const parseExports = (text) => [
  ...[...text.matchAll(DECLARATION)].map(([, name = '']) => name),
  ...[...text.matchAll(LIST)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(' ').at(-1) ?? ''),
  ),
]

/** @type {Map<string, string[]>} */
const modules = new Map()
for (const file of readdirSync(source, { encoding: 'utf8', recursive: true })) {
  if (!/\.tsx?$/.test(file) || EXEMPT.includes(file)) continue
  for (const name of new Set(parseExports(readFileSync(path.join(source, file), 'utf8'))))
    if (name && !ROUTE_EXPORTS.includes(name)) modules.set(name, [...(modules.get(name) ?? []), file])
}
const twice = [...modules].filter(([, files]) => files.length > 1)
for (const [name, files] of twice) console.error(`${name} is exported by ${files.join(' and ')}`)
process.exit(twice.length > 0 ? 1 : 0)
