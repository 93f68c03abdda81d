import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const CODE = /\.(ts|tsx|mjs)$/
const code = [
  'vite.config.ts',
  ...['src', 'supabase/functions', 'supabase/local', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => CODE.test(file))
      .map((file) => path.join(folder, file)),
  ),
]

// Made by Node, Vite and Vitest, or handed by our scripts to the processes they start.
const NOT_SETTINGS = [
  ...['NODE_ENV', 'PATH', 'PROD', 'SSR', 'VITEST'],
  ...['TEST_RESULTS', 'TEST_LAYER', 'CLOCK_FILE', 'E2E_DATA_DIR', 'E2E_DIST', 'E2E_MAIL', 'E2E_RECORD', 'WEBKIT'],
  ...['POSTGRES_PASSWORD', 'BACKSTAGE_URL', 'PAGES_MISSING'],
]

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

const readIn = (text: string): string[] => [
  ...names(text, /\benv\.([A-Z][A-Z0-9_]+)\b/g),
  ...names(text, /\benv\.get\('([A-Z][A-Z0-9_]+)'\)/g),
  ...names(text, /\benv\(([A-Z][A-Z0-9_]+)\)/g),
  ...names(text, /\{([^{}]*)\} = (?:process\.)?env\b/g).flatMap((list) => names(list, /\b([A-Z][A-Z0-9_]+)\b/g)),
]
// What a schema lets through is read under other names.
const keysOf = (text: string) => names(text, /^ {2}([A-Z][A-Z0-9_]+): /gm)

const settings = [
  ...code.flatMap((file) => readIn(read(file))),
  ...readIn(read('supabase/config.toml')),
  ...keysOf(read('supabase/functions/_shared/env.ts')),
  ...keysOf(read('src/prerender/settings.ts')),
].filter((name) => !NOT_SETTINGS.includes(name))

const listed = names(read('.env.example'), /^# ([A-Z][A-Z0-9_]+)=/gm)

test('.env.example lists every setting that anything reads', () => {
  expect([...new Set(settings)].filter((name) => !listed.includes(name))).toEqual([])
})

test('anything reads every setting that .env.example lists', () => {
  expect(listed.filter((name) => !settings.includes(name))).toEqual([])
})
