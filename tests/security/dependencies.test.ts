import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'

type Entry = {
  /** Of a package that is installed under another name. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { lockfileVersion: number; packages: Record<string, Entry> }

const attempt = countAttempts('dependencies')
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = Object.entries(lock.packages).filter(([location]) => location !== '')

const packageOf = (location: string) => location.replace(/^.*node_modules\//, '')

// What may run while packages are installed, and what for.
const INSTALL_SCRIPTS = {
  deno: 'fetches nothing: links the program of the package for this platform',
}

test('every package of the lock file has a strong hash and comes from the registry', () => {
  expect(packages.length).toBeGreaterThan(300)
  for (const [location, entry] of packages) {
    const { integrity, resolved, link } = entry
    attempt(
      `${location} has no hash`,
      !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') && !isForeignTool(location, entry),
    )
    attempt(`${location} comes from ${resolved}`, resolved !== undefined || link === true)
  }
})

test('no package but the known ones runs a script when it is installed', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(scripted.map(([location, { name }]) => name ?? packageOf(location)))
  for (const name of names) attempt(`${name} runs a script`, !(name in INSTALL_SCRIPTS))
  // npm 11 asks about every other one.
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(new Set(Object.keys(allowScripts))).toEqual(names)
  expect(names.size).toBeGreaterThan(0)
})

test('what is installed is what is locked, and hides no script', () => {
  for (const [location, { version, hasInstallScript }] of packages) {
    const file = path.join(location, 'package.json')
    if (!existsSync(file)) continue
    const { version: installed, scripts = {} } = JSON.parse(readFileSync(file, 'utf8'))
    attempt(`${location} is ${installed}, not ${version}`, installed !== version)
    const runs = ['preinstall', 'install', 'postinstall'].filter((name) => name in scripts)
    attempt(`${location} runs ${runs}`, runs.length > 0 && !hasInstallScript)
  }
})

test('our own packages name exact versions, and no URL', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies }))
    attempt(`${name} is ${version}`, !/^\d+\.\d+\.\d+$/.test(version))
})

// Programs of other platforms, which `scripts/complete-lock.mjs` adds by name where a registry does not carry them. The
// package that names them is hashed, and none of them is part of what is delivered.
const isForeignTool = (location: string, { optional, os, cpu }: Entry) =>
  optional === true &&
  (os ?? cpu) !== undefined &&
  packages.some(
    ([, { integrity, optionalDependencies = {} }]) => integrity && packageOf(location) in optionalDependencies,
  )

const audit = () =>
  new Promise<string>((resolve) => {
    const args = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=8000']
    execFile('npm', args, { maxBuffer: 1e8, timeout: 15_000 }, (_, stdout) => resolve(stdout))
  })

test('no known weakness in what runs the site, where the registry knows any', async (context) => {
  const answer = await audit()
  const report: { metadata?: { vulnerabilities: Record<string, number> } } = answer.startsWith('{')
    ? JSON.parse(answer)
    : {}
  const found = report.metadata?.vulnerabilities
  if (!found) {
    console.info('Security: the registry offers no audit, so known weaknesses were not looked up.')
    return context.annotate('the registry offers no audit')
  }
  for (const level of ['moderate', 'high', 'critical'])
    attempt(`${found[level]} weaknesses: ${level}`, (found[level] ?? 0) > 0)
})
