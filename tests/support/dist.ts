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

/** When a file, or the newest of a folder, was last changed; 0 where nothing is. */
const changedAt = (file: string): number => {
  if (!existsSync(file)) return 0
  const files = statSync(file).isDirectory() ? filesBelow(file) : [file]
  return Math.max(...files.map((name) => statSync(name).mtimeMs))
}

// Testing yesterday's build would prove nothing about today's source.
const builtAt = changedAt(path.join(dist, 'index.html'))
if (SOURCES.some((name) => changedAt(path.join(root, name)) >= builtAt))
  throw new Error('dist is missing or older than its sources: run `npm run build` first.')

/** Every published file by its URL path, such as `/projects/index.html`. */
export const published: ReadonlySet<string> = new Set(filesBelow(dist).map((file) => file.slice(dist.length)))

/** The bytes of a published file. */
export const readPublished = (urlPath: string): Buffer => readFileSync(path.join(dist, urlPath))

/** The published pages by URL path. */
export const pageFiles: readonly string[] = [...published].filter((urlPath) => urlPath.endsWith('.html'))

/** A published page as a document; its scripts do not run. */
export const openPage = (urlPath: string) => {
  const { document } = new Window({ url: 'https://page.example/' })
  document.write(readPublished(urlPath).toString())
  return document
}

/** At most, in kB: a server sends ten segments (14.6 kB) before it waits for an answer, and ours begin with 0.75 kB of headers. */
export const HTML_BUDGET = 13.85
