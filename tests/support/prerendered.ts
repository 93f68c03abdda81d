import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Window } from 'happy-dom'
import { createPages } from '@/prerender/entry'

/** The place of a file of the project by its path, as `/public/favicon.ico`. */
export const fileAt = (path: string): string => fileURLToPath(new URL(`../..${path}`, import.meta.url))

/** Whether a file that no build renames is published at this path. */
export const isPublished = (path: string): boolean => existsSync(fileAt(`/public${path}`))

/** The file of a public page by its path. */
export const toPageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

// The build adds scripts, styles and this link.
const shell = readFileSync(fileAt('/index.html'), 'utf8')
  .replaceAll(/<style>.*?<\/style>/gs, '')
  .replace('<!--head-->', '<link rel="manifest" href="/site.webmanifest"><!--head-->')

/** What the build writes as files, before scripts and styles are added, by name. */
export const prerender = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await createPages(shell, '')).map(({ file, text }) => [file, text]))

const files = await prerender()

/** A file that the build writes, empty where there is none. */
export const readPageText = (file: string): string => files.get(file) ?? ''

/** The names of all pages. */
export const pageFiles: readonly string[] = [...files.keys()].filter((file) => file.endsWith('.html')).sort()

const opened = new Map<string, Window['document']>()
/** A page as a document, which no test changes; its scripts do not run. */
export const openPage = (file: string): Window['document'] => {
  const page = opened.get(file) ?? new Window({ url: 'https://page.example/' }).document
  if (!opened.has(file)) page.write(readPageText(file))
  opened.set(file, page)
  return page
}
