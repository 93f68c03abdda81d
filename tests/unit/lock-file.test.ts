import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Entry = { optionalDependencies?: Record<string, string>; resolved?: string }

const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

it('the lock file lists the packages of every platform, without which `npm ci` refuses to install', () => {
  const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${location}/node_modules/${name}` in packages),
    ),
  )
  expect(missing, 'run `node scripts/complete-lock.mjs`').toEqual([])
})

it('the lock file names no registry, so that every machine installs from its own', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
})
