import { describe, expect, it } from 'vitest'
import { site } from '@/content/site'
import { parseHeaders, parseRewrites } from '@/prerender/hosting-rules'
import { openPage, pageFiles, published, readPublished } from '../support/dist'

const pages = pageFiles.map((file) => ({ file, page: openPage(file) }))
const rewrites = parseRewrites(readPublished('/_redirects').toString())

/** Returns the file that a host serves for a path. */
const served = (pathname: string): string | undefined => {
  const target = rewrites.find(({ pattern }) => pattern.test(pathname))?.to ?? pathname
  return [target, `${target}.html`, `${target}index.html`].find((file) => published.has(file))
}

/** Resolves a URL on a page, or returns undefined if it leads off the site. */
const onSite = (href: string, file: string): URL | undefined => {
  const url = new URL(href, new URL(file.replace(/index\.html$/, ''), site.url))
  return url.origin === new URL(site.url).origin ? url : undefined
}

const attributes = (selector: string, name: string) =>
  pages.flatMap(({ file, page }) =>
    [...page.querySelectorAll(selector)].flatMap((element) => {
      const value = element.getAttribute(name)
      return value ? [{ file, value }] : []
    }),
  )

describe('internal links', () => {
  const links = attributes('a, link[rel=expect]', 'href').flatMap(({ file, value }) => {
    const url = onSite(value, file)
    return url ? [{ file, value, url }] : []
  })

  it('every internal link leads to an existing page', () => {
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter(({ url }) => !served(url.pathname))).toEqual([])
  })

  it('every internal link with an anchor leads to an existing element', () => {
    const anchored = links.filter(({ url }) => url.hash !== '')
    expect(anchored.length).toBeGreaterThan(20)
    const missing = anchored.filter(({ url, file }) => {
      const target = served(url.pathname === new URL(file, site.url).pathname ? file : url.pathname)
      const page = pages.find((entry) => entry.file === target)?.page
      return !page?.getElementById(decodeURIComponent(url.hash.slice(1)))
    })
    expect(missing.map(({ file, value }) => `${file}: ${value}`)).toEqual([])
  })
})

it('every logo references the same existing path in a published SVG', () => {
  const drawn = attributes('use', 'href')
  expect(drawn.length).toBeGreaterThan(pages.length)
  const [file = '', id] = drawn[0]?.value.split('#') ?? []
  expect(drawn.filter(({ value }) => value !== `${file}#${id}`)).toEqual([])
  expect(readPublished(file).toString()).toMatch(new RegExp(`<path id="${id}"[^>]* d="M`))
})

describe('referenced files', () => {
  const sets = attributes('img, source', 'srcset').flatMap(({ file, value }) =>
    value.split(',').map((entry) => ({ file, value: entry.trim().split(/\s+/)[0] ?? '' })),
  )
  const singles = [
    ...attributes('img, script, video', 'src'),
    ...attributes('video', 'poster'),
    ...attributes('link:not([rel=canonical], [rel=expect])', 'href'),
    ...attributes('meta:is([property="og:image"], [name="twitter:image"])', 'content'),
  ]

  it('every file that a page references is published on the same host', () => {
    const wanted = [...sets, ...singles]
    expect(wanted.length).toBeGreaterThan(200)
    const missing = wanted.filter(({ file, value }) => {
      const url = onSite(value, file)
      return !url || !published.has(decodeURIComponent(url.pathname))
    })
    expect(missing).toEqual([])
  })

  it('every file that a stylesheet or the web manifest references is published', () => {
    const styles = [...published].filter((file) => file.endsWith('.css')).map((file) => readPublished(file).toString())
    const named = [...styles.join('\n').matchAll(/url\((["']?)([^"')]+)\1\)/g)].map(([, , url = '']) => url)
    const [linked] = attributes('link[rel="manifest"]', 'href')
    const manifest: { icons: { src: string }[] } = JSON.parse(readPublished(linked?.value ?? '').toString())
    const wanted = [...named.filter((url) => !url.startsWith('data:')), ...manifest.icons.map(({ src }) => src)]
    expect(wanted.length).toBeGreaterThan(3)
    expect(wanted.filter((url) => !published.has(new URL(url, site.url).pathname))).toEqual([])
  })
})

it('exactly the files with content-hashed names are cached as immutable', () => {
  // Images add their width after the hash of eight characters.
  const hashed = /-[\w-]{8}(-\d+)?\.(js|css|woff2|avif|webp|jpg|png|svg)$/
  const headers = parseHeaders(readPublished('/_headers').toString())
  // The font's licence never changes.
  for (const file of [...published].filter((name) => name !== '/fonts/OFL.txt')) {
    const forEver = headers.some(({ pattern, headers }) => pattern.test(file) && /immutable/.test(String(headers)))
    expect(forEver, file).toBe(hashed.test(file))
  }
})
