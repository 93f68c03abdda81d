// Run after changing dependencies. Adds other platforms' packages, which npm may omit but `npm ci` requires.
import { readFileSync } from 'node:fs'
import { save } from './project.mjs'

/** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string>, dev?: boolean }> }} */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const PLATFORM = {
  os: /\b(?:aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)/,
  cpu: /\b(?:arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)\b/,
  libc: /musl|gnu|glibc/,
}

const getPlatform = (/** @type {string} */ name) => {
  if (name === 'fsevents') return { os: ['darwin'] }
  const found = Object.entries(PLATFORM).flatMap(([key, pattern]) => {
    const [word] = pattern.exec(name) ?? []
    return word ? [[key, [word === 'gnu' ? 'glibc' : word]]] : []
  })
  if (found.length === 0) throw new Error(`${name} doesn't name a platform. Is it really optional?`)
  return Object.fromEntries(found)
}

let added = 0
for (const [location, { optionalDependencies = {}, dev }] of Object.entries(lock.packages))
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const hoisted = `node_modules/${name}`
    if (`${location}/node_modules/${name}` in lock.packages || hoisted in lock.packages) continue
    const entry = { version: range.replace(/^[~^=v]+/, ''), ...(dev && { dev }), optional: true, ...getPlatform(name) }
    lock.packages[hoisted] = entry
    added += 1
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
save('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(added > 0 ? `Added ${added} packages for other platforms.` : 'The lock file is already complete.')
