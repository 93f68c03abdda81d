// @ts-check
// `npm ci` refuses a lock file that lacks the packages of other platforms, and npm leaves them out where a registry does
// not carry them. Run this after changing dependencies: it adds what is missing, so that every platform can install.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../package-lock.json')
/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry */
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** @returns {Pick<Entry, 'os' | 'cpu' | 'libc'>} what a platform package's name says about where it runs */
const platformOf = (/** @type {string} */ name) => {
  const words = name.split(/[-/]/)
  const os = SYSTEMS.find((system) => words.some((word) => word === system || word === `${system}musl`))
  const cpu = CPUS.find((candidate) => words.includes(candidate))
  const libc = /musl/.test(name) ? 'musl' : /gnu|glibc/.test(name) ? 'glibc' : undefined
  if (name === 'fsevents') return { os: ['darwin'] }
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const added = Object.entries(lock.packages).flatMap(([location, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies).flatMap(([name, range]) => {
    const hoisted = `node_modules/${name}`
    if (`${location}/node_modules/${name}` in lock.packages || hoisted in lock.packages) return []
    const platform = platformOf(name)
    if (!platform.os && !platform.cpu)
      throw new Error(`${name} (of ${location}) names no platform: is it really optional?`)
    lock.packages[hoisted] = {
      version: range.replace(/^[~^=v]+/, ''),
      ...(dev && { dev }),
      optional: true,
      ...platform,
    }
    return [name]
  }),
)

// npm's own order, so that its next change of the file stays small.
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `Added ${added.length} packages of other platforms.` : 'The lock file was complete.')
