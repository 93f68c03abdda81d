import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Chunk, pageScripts, reach, readChunks, scriptBudget } from '../support/build-graph'
import { HTML_BUDGET, openPage, pageFiles, published, readPublished } from '../support/dist'

const fontStyles = readFileSync(new URL('../../src/styles/fonts.css', import.meta.url), 'utf8')
const fontUrls = Array.from(fontStyles.matchAll(/url\("([^"]+)"\)/g), ([, url = '']) => url)
const chunks = await readChunks()
const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))

const isAdmin = (module = '') => module.includes('src/admin/')
const holds = (part: string) => (chunk: Chunk) => chunk.modules.some((module) => module.includes(part))
const holdsAdmin = holds('src/admin/')

/** Only the route table may import the admin area, and only through its pages. */
const withoutAdminRoutes = (chunk: Chunk) =>
  holds('src/app/routes.tsx')(chunk)
    ? chunk.dynamicImports.filter((file) => !isAdmin(byFile.get(file)?.facade))
    : chunk.dynamicImports

const entries = chunks.filter((chunk) => chunk.isEntry)
const publicChunks = reach(chunks, entries, (chunk) => [...chunk.imports, ...withoutAdminRoutes(chunk)])
const staticChunks = (start: Chunk[]) => reach(chunks, start)
const namedBy = (file: string) =>
  [...openPage(file).querySelectorAll('script[src], link[rel=modulepreload]')].map((element) =>
    (element.getAttribute('src') ?? element.getAttribute('href') ?? '').slice(1),
  )
const holding = (...parts: string[]) => [...new Set(parts.flatMap((part) => chunks.filter(holds(part))))]
const admin = ['pages/index.ts', 'pages/layout.tsx', 'pages/dashboard/index.tsx', 'overview/overview-section.tsx']
const dashboard = staticChunks([
  ...entries,
  ...holding('src/app/start.tsx', ...admin.map((file) => `src/admin/${file}`)),
])

describe('published scripts', () => {
  it('the build graph lists exactly the published scripts', () => {
    // Workers have builds of their own.
    const scripts = [...published].filter((file) => /^\/assets\/.*\.js$/.test(file) && !file.includes('.worker-'))
    expect(chunks.map((chunk) => `/${chunk.file}`).sort()).toEqual(scripts.sort())
  })

  it("published scripts contain no source code except the theme editor's two samples", () => {
    const source = /from '@\/components\//
    const withSource = chunks.filter(({ code }) => source.test(code))
    expect(withSource.map(({ facade }) => facade).sort()).toEqual([
      'src/components/layout/quote-link.tsx?raw',
      'src/pages/not-found.tsx?raw',
    ])
  })

  it('scripts do not preload the entry script, which is already running', () => {
    const scripts = chunks.map(({ file }) => readPublished(`/${file}`).toString()).join('\n')
    const preloaded = [...scripts.matchAll(/\bm\.f=(\[.*?\])/g)].flatMap(([, list = '']): string[] => JSON.parse(list))
    expect(preloaded.length).toBeGreaterThan(10)
    expect(preloaded).not.toContain(entries[0]?.file)
  })

  it('public pages never load admin modules, supabase-js, TanStack or client-zip, not even lazily', () => {
    expect(chunks.filter(holdsAdmin).length).toBeGreaterThan(3)
    expect(publicChunks.length).toBeGreaterThan(10)
    expect(publicChunks.filter(holdsAdmin).map((chunk) => chunk.modules.filter(isAdmin))).toEqual([])
    for (const scope of ['node_modules/@tanstack/', 'node_modules/@supabase/', 'node_modules/client-zip/']) {
      expect(chunks.some(holds(scope)), scope).toBe(true)
      expect(publicChunks.filter(holds(scope)).map(({ file }) => file)).toEqual([])
    }
  })

  const late = ['@radix-ui/', 'sonner', 'react-google-recaptcha', 'yet-another-react-lightbox']
  it.each(late)('public pages load %s lazily', (name) => {
    const pages = chunks.filter(({ facade }) => facade?.startsWith('src/pages/'))
    const first = staticChunks([...entries, ...holding('src/app/start.tsx'), ...pages])
    expect(pages.length).toBeGreaterThan(8)
    expect(publicChunks.some(holds(`node_modules/${name}`))).toBe(true)
    expect(first.filter(holds(`node_modules/${name}`)).map((chunk) => chunk.file)).toEqual([])
  })

  it('public pages reference every entry script but no admin script', () => {
    const needed = staticChunks(entries)
    const allowed = publicChunks.map((chunk) => chunk.file)
    for (const file of pageFiles.filter((name) => name !== '/admin.html')) {
      const named = namedBy(file)
      expect(named, file).toEqual(expect.arrayContaining(needed.map((chunk) => chunk.file)))
      expect(allowed, file).toEqual(expect.arrayContaining(named))
    }
  })

  it('the home page preloads React, the router and the app as separate scripts', () => {
    const react = holding('react-dom/cjs/react-dom-client', 'node_modules/scheduler/')
    const pieces = [react, holding('react-router/', 'src/app/router.ts'), holding('src/app/start.tsx')]
    expect(pieces.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(new Set(pieces.flat()).size).toBe(3)
    const entry = new Set(entries.map(({ file }) => file))
    const needed = staticChunks(holding('src/app/start.tsx')).map(({ file }) => `/${file}`)
    const template = /<template id="rest">(.*)<\/template>/.exec(readPublished('/index.html').toString())?.[1] ?? ''
    const named = [...template.matchAll(/modulepreload"[^>]*href="([^"]+)"/g)].map(([, file]) => file)
    expect(named.sort()).toEqual(needed.filter((file) => !entry.has(file.slice(1))).sort())
  })

  it('the admin HTML shell references exactly the scripts that the dashboard needs', () => {
    expect(namedBy('/admin.html').sort()).toEqual(dashboard.map((chunk) => chunk.file).sort())
  })

  it('the home page does not load the list of all projects', () => {
    const home = staticChunks([...entries, ...holding('src/app/start.tsx', 'src/pages/home/index.tsx')])
    for (const list of ['content/projects/bundled.ts', 'projects/feltham-basement/cover.json'])
      expect([publicChunks.some(holds(list)), home.some(holds(list))], list).toEqual([true, false])
  })

  it('fetching live content neither imports nor preloads Valibot', () => {
    const asking = holding('src/published/fetch-site.ts')
    expect(asking).not.toEqual([])
    expect(publicChunks.some(holds('node_modules/valibot/'))).toBe(true)
    expect(staticChunks(asking).filter(holds('node_modules/valibot/'))).toEqual([])
    // Nor do they preload it.
    for (const { file } of asking) expect(readPublished(file).toString()).not.toMatch(/"assets\/[\w-]+\.js"/)
  })

  it('published scripts contain no source maps or development code', () => {
    expect([...published].filter((file) => file.endsWith('.map'))).toEqual([])
    for (const file of [...published].filter((name) => name.endsWith('.js')))
      expect(readPublished(file).toString(), file).not.toMatch(/sourceMappingURL|react-dom-client\.development|jsxDEV/)
  })
})

// Each budget is slightly above today's size, so that exceeding it is a decision.
describe('size budgets', () => {
  const compressed = (files: string[]) =>
    files.reduce((sum, file) => sum + brotliCompressSync(readPublished(file)).length, 0)
  const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10
  const size = (start: Chunk[]) => kilobytes(compressed(staticChunks(start).map((chunk) => `/${chunk.file}`)))

  it('scripts before the first paint are at most 3 kB compressed', () => {
    expect(entries).toHaveLength(1)
    expect(size(entries)).toBeLessThanOrEqual(3)
  })

  it('each page stays within its budget of scripts after the first paint', () => {
    const pages = [...pageScripts(chunks)]
    expect(pages.length).toBeGreaterThan(8)
    expect(pages.filter(([page, kB]) => kB > scriptBudget(page))).toEqual([])
  })

  it('the stylesheet shared by all pages is at most 11 kB compressed', () => {
    const href = /<template.*href="([^"]+\.css)"/.exec(readPublished('/index.html').toString())?.[1] ?? ''
    expect(kilobytes(compressed([href]))).toBeLessThanOrEqual(11)
  })

  it('the dashboard loads at most 243 kB of compressed scripts', () => {
    expect(dashboard.filter(holdsAdmin).length).toBeGreaterThan(3)
    expect(kilobytes(compressed(dashboard.map((chunk) => `/${chunk.file}`)))).toBeLessThanOrEqual(243)
  })

  it('the two preloaded font files are at most 45 kB in total', () => {
    const preloaded = [...openPage('/index.html').querySelectorAll('link[rel=preload][as=font]')]
    expect(preloaded.map((link) => link.getAttribute('href'))).toEqual(fontUrls)
    expect(fontUrls).toHaveLength(2)
    expect(kilobytes(fontUrls.reduce((sum, url) => sum + readPublished(url).length, 0))).toBeLessThanOrEqual(45)
  })

  it('every page has at most 13.83 kB of compressed HTML, including inline styles', () => {
    const sizes = pageFiles.map((file) => ({ file, size: kilobytes(compressed([file])) }))
    expect(sizes.filter(({ size }) => size > HTML_BUDGET)).toEqual([])
  })
})
