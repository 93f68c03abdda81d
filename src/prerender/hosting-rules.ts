import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { readEnv } from '../lib/env.ts'

type HeaderRule = { pattern: RegExp; headers: [name: string, value: string][] }
type RewriteRule = { pattern: RegExp; to: string }

const toPattern = (path: string) => new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*$/, '.*')}$`)

/** Parses `_headers`: paths, each followed by indented `Name: value` lines. */
export const parseHeaders = (text: string): HeaderRule[] => {
  const rules: HeaderRule[] = []
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    if (!/^\s/.test(line)) rules.push({ pattern: toPattern(line.trim()), headers: [] })
    else rules.at(-1)?.headers.push([line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()])
  }
  return rules
}

/** Parses the rewrites (status 200) of a `_redirects` file. */
export const parseRewrites = (text: string): RewriteRule[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([from, to, status]) =>
      from && to?.startsWith('/') && status === '200' ? [{ pattern: toPattern(from), to }] : [],
    )

/** Adds a rewrite to the testimonial function, which Cloudflare Pages ignores. */
export const redirectsFile = (env: Readonly<Record<string, unknown>>, rules: string): string => {
  const { VITE_SUPABASE_URL: backend } = readEnv(env)
  if (!backend) return rules
  return `/api/submit-testimonial ${backend}/functions/v1/submit-testimonial 200\n${rules}`
}

/** Resolves a path as Netlify and Cloudflare Pages do; undefined is a 404. */
export const resolvePath = (
  pathname: string,
  rewrites: readonly RewriteRule[],
  isFile: (file: string) => boolean,
): { file: string } | { redirect: string } | undefined => {
  const findPage = (path: string) => {
    const file = path === '/' ? '/index.html' : `${path}.html`
    return isFile(file) ? { file } : undefined
  }
  const rewrite = rewrites.find(({ pattern }) => pattern.test(pathname))
  if (rewrite) return findPage(rewrite.to)
  const clean = pathname.replace(/(?:\/index)?\.html$|\/+$/, '') || '/'
  if (clean !== pathname && findPage(clean)) return { redirect: clean }
  if (pathname !== '/' && isFile(pathname)) return { file: pathname }
  return findPage(pathname)
}

const isDecodable = (url: string): boolean => {
  try {
    return decodeURI(url) !== undefined
  } catch {
    return false
  }
}

/** Applies a static host's rules to the preview server. */
export const hostingRules = (): Plugin => ({
  name: 'hosting-rules',
  config: (_config, { isPreview }) => (isPreview ? { appType: 'mpa' } : {}),

  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.headers.accept?.includes('text/html') && !isDecodable(request.url ?? '/')) request.url = '/404'
      next()
    })
  },

  async configurePreviewServer(server) {
    const dist = path.resolve(server.config.root, server.config.build.outDir)
    const read = (name: string) => readFile(path.join(dist, name), 'utf8').catch(() => '')
    // Prevents path traversal.
    const isFile = (file: string) => /^(?:\/[\w-]+)+\.html$/.test(file) && existsSync(path.join(dist, file))
    const headers = parseHeaders(await read('_headers'))
    const rewrites = parseRewrites(await read('_redirects'))

    server.middlewares.use((request, response, next) => {
      const [pathname = '/', query] = (request.url ?? '/').split('?')
      for (const rule of headers.filter(({ pattern }) => pattern.test(pathname)))
        for (const [name, value] of rule.headers) response.setHeader(name, value)
      const resolved = resolvePath(pathname, rewrites, isFile)
      if (resolved && 'redirect' in resolved) {
        response.writeHead(308, { location: query === undefined ? resolved.redirect : `${resolved.redirect}?${query}` })
        return response.end()
      }
      if (resolved) request.url = resolved.file
      next()
    })
    return () => {
      server.middlewares.use(async (_request, response) => {
        response.statusCode = 404
        // A script missing during a deploy must not be cached.
        response.setHeader('Cache-Control', 'no-store')
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(await read('404.html'))
      })
    }
  },
})
