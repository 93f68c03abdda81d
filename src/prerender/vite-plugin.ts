import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { adminPreloads } from './admin-preloads.ts'
import { withStylesInside } from './critical-styles.ts'
import { headersFile } from './headers.ts'

type PrerenderModule = typeof import('./entry')

const ENVIRONMENT = 'prerender'
// Beside the packages it imports, and outside the folder that gets published.
const BUNDLE_FOLDER = 'node_modules/.cache/prerender'

const write = async (file: string, text: string) => {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** After the browser's bundle, builds the pages for Node, renders every public address and writes them into `dist`. */
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
          rolldownOptions: { input: 'src/prerender/entry.ts', output: { entryFileNames: '[name].mjs' } },
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
        const shell = await readFile(path.join(dist, 'index.html'), 'utf8')
        const files = await createPages(shell, adminPreloads(output, shell))
        const pages = await Promise.all(files.map(withStylesInside(dist)))
        await Promise.all(pages.map(({ file, text }) => write(path.join(dist, file), text)))
        await write(path.join(dist, '_headers'), headersFile(builder.config.env, shell))
        builder.config.logger.info(`prerendered ${files.length} files`)
      },
    },
  }),
})
