import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Beasties from 'beasties'
import type { Plugin, Rolldown } from 'vite'
import type { PageFile } from './entry'
import { headersFile } from './headers.ts'
import { redirectsFile } from './hosting-rules.ts'
import { adminManifestFile } from './web-app.ts'

const STYLES = /<style[^>]*>.*?<\/style>/gs
const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const DECLARED = /(?:(?<=[{;])|@property )--([\w-]+)(?::[^;{}]*(?:;|(?=\}))|\{[^}]*\})/g
// Few visitors need these rules. The full stylesheet has them.
const MORE_CONTRAST = /@media \(prefers-contrast:\s?more\)\s?\{(?:[^{}]*\{[^{}]*\})*\}/g
const EMPTY = /(?<=[{};]|<style[^>]*>)[^{};]*\{\}/g

const pruneUnusedProperties = (styles: string, page: string): string => {
  const read = new Set(Array.from((styles + page).matchAll(/var\(\s*--([\w-]+)/g), ([, name]) => name))
  const pruned = styles.replace(DECLARED, (declaration, name) => (read.has(name) ? declaration : '')).replace(EMPTY, '')
  return pruned === styles ? styles : pruneUnusedProperties(pruned, page)
}

/** Inlines a page's styles. `src/app/fetch-application.ts` adds the rest. */
const inlineStyles = (dist: string, preloads: string) => {
  const beasties = new Beasties({
    path: dist,
    publicPath: '/',
    preload: 'body',
    pruneSource: false,
    reduceInlineStyles: false,
    // Only browsers set this attribute.
    allowRules: [/(?<!:not\()\[data-hydrated/],
    logLevel: 'error',
  })
  return async ({ file, text }: PageFile): Promise<PageFile> => {
    if (!text.includes('data-route=')) return { file, text }
    const [link] = STYLESHEET.exec(text) ?? []
    if (!link) throw new Error(`${file} names no stylesheet`)
    // Beasties changes the rest of React's HTML.
    const styles = (await beasties.process(text)).match(STYLES)?.filter((style) => !text.includes(style)) ?? []
    return {
      file,
      text: text
        .replace(link, () => pruneUnusedProperties(styles.join('').replace(MORE_CONTRAST, ''), text))
        .replace('</body>', `<noscript>${link}</noscript><template id="rest">${link}${preloads}</template></body>`)
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    }
  }
}

type PrerenderModule = typeof import('./entry')

const ENVIRONMENT = 'prerender'
// Next to the packages it imports, outside the published folder.
const BUNDLE_FOLDER = 'node_modules/.cache/prerender'

const APPLICATION = ['src/app/start.tsx']
const DASHBOARD = [
  ...APPLICATION,
  'src/admin/pages/index.ts',
  'src/admin/pages/layout.tsx',
  'src/admin/pages/dashboard/index.tsx',
  'src/admin/overview/overview-section.tsx',
]

const preloads = (output: Rolldown.RolldownOutput['output'], shell: string, modules: string[]): string => {
  const chunks = output.filter((file) => file.type === 'chunk')
  const needed = new Set(
    modules.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
      if (!chunk) throw new Error(`The build has no script with ${module}`)
      return chunk
    }),
  )
  for (const { imports } of needed)
    for (const chunk of chunks.filter(({ fileName }) => imports.includes(fileName))) needed.add(chunk)
  const styles = new Set([...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const tag = (rel: string, file: string) =>
    shell.includes(`"/${file}"`) ? '' : `<link rel="${rel}" crossorigin href="/${file}">`
  return [
    ...[...styles].map((file) => tag('stylesheet', file)),
    ...[...needed].map(({ fileName }) => tag('modulepreload', fileName)),
  ].join('')
}

/** After the client bundle, renders the pages in Node and writes them to `dist`. */
export const prerenderPages = (): Plugin => ({
  name: 'prerender-pages',
  apply: 'build',
  config: () => ({
    environments: {
      [ENVIRONMENT]: {
        consumer: 'server',
        build: {
          ssr: true,
          outDir: BUNDLE_FOLDER,
          copyPublicDir: false,
          minify: false,
          emptyOutDir: true,
          rolldownOptions: { input: 'src/prerender/entry.tsx', output: { entryFileNames: '[name].mjs' } },
        },
      },
    },
    builder: {
      async buildApp(builder) {
        const { client, [ENVIRONMENT]: prerender } = builder.environments
        if (!client || !prerender) throw new Error('The build has no client or no prerender environment')
        const { output } = (await builder.build(client)) as Rolldown.RolldownOutput
        await builder.build(prerender)
        const root = builder.config.root
        const dist = path.resolve(root, client.config.build.outDir)
        const bundle = pathToFileURL(path.resolve(root, BUNDLE_FOLDER, 'entry.mjs')).href
        const { createPages }: PrerenderModule = await import(bundle)
        // Indentation between tags takes 60 bytes of the first 14.6 kB. The hash of the inline script needs all of its text.
        const shell = (await readFile(path.join(dist, 'index.html'), 'utf8')).replace(/>\s+</g, '><')
        const rules = await readFile(path.join(dist, '_redirects'), 'utf8')
        const pages = await Promise.all(
          (await createPages(shell, preloads(output, shell, DASHBOARD))).map(
            inlineStyles(dist, preloads(output, shell, APPLICATION)),
          ),
        )
        for (const { file, text } of [
          ...pages,
          adminManifestFile,
          { file: '_headers', text: headersFile(builder.config.env, shell) },
          { file: '_redirects', text: redirectsFile(builder.config.env, rules) },
        ]) {
          await mkdir(path.dirname(path.join(dist, file)), { recursive: true })
          await writeFile(path.join(dist, file), text)
        }
        builder.config.logger.info(`prerendered ${pages.length} files`)
      },
    },
  }),
})
