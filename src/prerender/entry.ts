import { site } from '@/content/site'
import fontStyles from '@/styles/fonts.css?raw'
import { publicPaths, unlistedPaths } from './pages'
import { type RenderedPage, render } from './render'
import { robots, sitemap } from './sitemap'

export type PageFile = { file: string; text: string }

const displayFontUrl = /url\("([^"]+)"\)/.exec(fontStyles)?.[1]
const fontPreload = `<link rel="preload" href="${displayFontUrl}" as="font" type="font/woff2" crossorigin>`

const fill = (shell: string, { routeId, head, body }: RenderedPage): string =>
  shell
    .replace('<!--head-->', () => fontPreload + head)
    .replace('<div id="root"><!--app-->', () => `<div id="root" data-route="${routeId}">${body}`)

// React puts the title of the screen in front of this one, and the first counts.
const emptyShell = (shell: string, preloads: string): string =>
  shell
    .replace('<!--head-->', () => `<title>${site.name}</title><meta name="robots" content="noindex">`)
    // Behind the styles of all pages, which those of the admin area build on.
    .replace('</head>', () => `${preloads}</head>`)
    .replace('<!--app-->', '')

// The form in which both Netlify and Cloudflare Pages serve `/projects` without a redirect.
const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/**
 * Returns every file to write into `dist`: the pages, the 404 page, the admin area's shell (`adminPreloads` are tags for
 * its head), sitemap and robots.
 */
export const createPages = async (shell: string, adminPreloads: string): Promise<PageFile[]> => {
  const addresses = [...publicPaths, ...unlistedPaths]
  const pages = await Promise.all(
    addresses.map(async (path) => ({ file: fileOf(path), text: fill(shell, await render(path)) })),
  )
  return [
    ...pages,
    { file: '404.html', text: fill(shell, await render('/404')) },
    { file: 'admin.html', text: emptyShell(shell, adminPreloads) },
    { file: 'sitemap.xml', text: await sitemap() },
    { file: 'robots.txt', text: robots() },
  ]
}
