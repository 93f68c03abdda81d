import { createHash } from 'node:crypto'
import { PLACEHOLDER_MEASUREMENT_ID } from '../lib/env.ts'
import type { PageFile } from './entry.ts'
import { headerFormats } from './header-formats.ts'
import { type HeaderSettings, headerBlocks } from './security-headers.ts'

const STYLE = /<style[^>]*>(.*?)<\/style>/gs

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The hashes of all styles within the pages, each once, in an order that stays. */
export const styleHashes = (pages: readonly PageFile[]): string[] => {
  const styles = pages
    .filter(({ file }) => file.endsWith('.html'))
    .flatMap(({ text }) => [...text.matchAll(STYLE)].map(([, style = '']) => sha256(style)))
  return [...new Set(styles)].sort()
}

/** What a build's environment says about its headers. */
export const headerSettings = (env: Readonly<Record<string, unknown>>, pages: readonly PageFile[]): HeaderSettings => ({
  backends: [env.VITE_SUPABASE_URL, env.VITE_PROJECTS_HOST].map((url) => String(url ?? '')).filter(Boolean),
  recaptcha: Boolean(env.VITE_RECAPTCHA_SITE_KEY),
  analytics: Boolean(env.VITE_ANALYTICS_ID) && env.VITE_ANALYTICS_ID !== PLACEHOLDER_MEASUREMENT_ID,
  styleHashes: styleHashes(pages),
})

/** The text of `dist/_headers` for the pages of a build. */
export const headersFile = (env: Readonly<Record<string, unknown>>, pages: readonly PageFile[]): string =>
  `${headerFormats._headers(headerBlocks(headerSettings(env, pages)))}\n`
