import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Window } from 'happy-dom'
import { createPages } from '@/prerender/entry'

/** Returns the location of a project file. */
export const fileAt = (path: string): string => fileURLToPath(new URL(`../..${path}`, import.meta.url))

/** Whether a file is published at this path without being renamed. */
export const isPublished = (path: string): boolean => existsSync(fileAt(`/public${path}`))

/** Returns a public page's file. */
export const toPageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

// The build adds scripts, styles and this link.
const shell = readFileSync(fileAt('/index.html'), 'utf8')
  .replaceAll(/<style>.*?<\/style>/gs, '')
  .replace('<!--head-->', '<link rel="manifest" href="/site.webmanifest"><!--head-->')

/** Renders the build's files by name, without scripts and styles. */
export const prerender = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await createPages(shell, '')).map(({ file, text }) => [file, text]))

const files = await prerender()

/** Returns a built file's text, or ''. */
export const readPageText = (file: string): string => files.get(file) ?? ''

export const pageFiles: readonly string[] = [...files.keys()].filter((file) => file.endsWith('.html')).sort()

const opened = new Map<string, Window['document']>()
/** Opens a page as a shared, read-only document without scripts. */
export const openPage = (file: string): Window['document'] => {
  const page = opened.get(file) ?? new Window({ url: 'https://page.example/' }).document
  if (!opened.has(file)) page.write(readPageText(file))
  opened.set(file, page)
  return page
}
