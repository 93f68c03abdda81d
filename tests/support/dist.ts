import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Window } from 'happy-dom'
import { filesBelow } from './files-below.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = path.join(root, 'dist')

const SOURCES = [
  ...['src', 'public', 'supabase/functions/_shared/contract', '.env.local', 'index.html', 'package-lock.json'],
  ...['vite.config.ts', 'tailwind.config.ts'],
]

const changedAt = (file: string): number => {
  if (!existsSync(file)) return 0
  const files = statSync(file).isDirectory() ? filesBelow(file) : [file]
  return Math.max(...files.map((name) => statSync(name).mtimeMs))
}

// A stale build proves nothing.
const builtAt = changedAt(path.join(dist, 'index.html'))
if (SOURCES.some((name) => changedAt(path.join(root, name)) >= builtAt))
  throw new Error('dist is missing or older than its sources: run `npm run build` first.')

/** Published files by URL path. */
export const published: ReadonlySet<string> = new Set(filesBelow(dist).map((file) => file.slice(dist.length)))

export const readPublished = (urlPath: string): Buffer => readFileSync(path.join(dist, urlPath))

export const pageFiles: readonly string[] = [...published].filter((urlPath) => urlPath.endsWith('.html'))

/** Opens a published page without running its scripts. */
export const openPage = (urlPath: string) => {
  const { document } = new Window({ url: 'https://page.example/' })
  document.write(readPublished(urlPath).toString())
  return document
}

/** Limit in kB: a server's first ten segments (14.6 kB) less 0.77 kB of headers. */
export const HTML_BUDGET = 13.83
