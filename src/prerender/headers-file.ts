import { createHash } from 'node:crypto'
import { PLACEHOLDER_MEASUREMENT_ID } from '../lib/env.ts'
import type { PageFile } from './entry.ts'
import { headerFormats } from './header-formats.ts'
import { type HeaderSettings, headerBlocks } from './security-headers.ts'

const STYLE = /<style[^>]*>(.*?)<\/style>/gs
// Without attributes: what has a type, as JSON-LD, is not executed.
const SCRIPT = /<script>(.*?)<\/script>/gs

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

// The hashes of everything of one kind within the pages, each once, in an order that stays.
const hashesOf = (kind: RegExp, pages: readonly PageFile[]): string[] => {
  const hashes = pages
    .filter(({ file }) => file.endsWith('.html'))
    .flatMap(({ text }) => [...text.matchAll(kind)].map(([, content = '']) => sha256(content)))
  return [...new Set(hashes)].sort()
}

/** What a build's environment says about its headers. */
export const headerSettings = (env: Readonly<Record<string, unknown>>, pages: readonly PageFile[]): HeaderSettings => ({
  backends: [env.VITE_SUPABASE_URL, env.VITE_PROJECTS_HOST].map((url) => String(url ?? '')).filter(Boolean),
  recaptcha: Boolean(env.VITE_RECAPTCHA_SITE_KEY),
  analytics: Boolean(env.VITE_ANALYTICS_ID) && env.VITE_ANALYTICS_ID !== PLACEHOLDER_MEASUREMENT_ID,
  styleHashes: hashesOf(STYLE, pages),
  scriptHashes: hashesOf(SCRIPT, pages),
})

/** The text of `dist/_headers` for the pages of a build. */
export const headersFile = (env: Readonly<Record<string, unknown>>, pages: readonly PageFile[]): string =>
  `${headerFormats._headers(headerBlocks(headerSettings(env, pages)))}\n`
