import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = { resolved?: string; integrity?: string; hasInstallScript?: boolean; optional?: boolean; cpu?: string[] }

const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = Object.entries(packages).filter(([location]) => location !== '')
const pick = (isWrong: (entry: Entry) => boolean) =>
  installed.filter(([, entry]) => isWrong(entry)).map(([location]) => location.replace(/^.*node_modules\//, ''))

test('the lockfile has hashes, no custom sources and only allowed install scripts', () => {
  expect(pick(({ resolved }) => resolved !== undefined)).toEqual([])
  // Some registries omit hashes for other platforms.
  expect(pick(({ integrity, optional, cpu }) => !(integrity?.startsWith('sha512-') || (optional && cpu)))).toEqual([])
  expect(new Set(pick(({ hasInstallScript }) => hasInstallScript === true))).toEqual(new Set(Object.keys(allowScripts)))
  expect(allowScripts).toEqual({ deno: true })
})
