import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { routes } from '@/app/routes'
import { getPageMeta } from '@/components/layout/seo'
import { site } from '@/content/site'
import { paths } from '@/paths'
import fontStyles from '@/styles/fonts.css?raw'
import { metaTags } from './meta-tags'
import { listedPaths, publicPaths, robots, sitemap, unlistedPaths } from './pages'

export type PageFile = { file: string; text: string }

const fontPreloads = Array.from(
  fontStyles.matchAll(/url\("([^"]+)"\)/g),
  ([, url]) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
).join('')
// Chromium waits for <main>, because a partial header has another layout.
const renderBlockingLink = '<link rel="expect" href="#main" blocking="render">'
// React puts head tags before this marker.
const ROOT = '<div data-root="">'

const render = async (shell: string, path: string): Promise<string> => {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://prerender${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere instead of to a page`)
  for (const error of Object.values(context.errors ?? {})) throw error
  const { prelude } = await prerender(
    <div data-root="">
      <StrictMode>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StrictMode>
    </div>,
    {
      // Streamed parts would need scripts to join them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  const start = html.indexOf(ROOT)
  const route = context.matches.at(-1)?.route
  const meta = route && getPageMeta({ handle: route.handle, loaderData: context.loaderData[route.id] })
  const isListed = meta && listedPaths().includes(meta.path)
  const head = renderBlockingLink + fontPreloads + html.slice(0, start) + (isListed ? await metaTags(meta) : '')
  const body = html.slice(start + ROOT.length, html.lastIndexOf('</div>'))
  return shell
    .replace('<!--head-->', () => head)
    .replace('<div id="root"><!--app-->', () => `<div id="root" data-route="${route?.id ?? ''}">${body}`)
}

const NEEDS_SCRIPTS = `The admin area needs JavaScript, which is turned off or failed to load.
  <a href="${paths.home.href}" class="text-green-dark underline underline-offset-4">Return to website</a>`

const emptyShell = (shell: string, preloads: string): string =>
  shell
    .replace('/site.webmanifest', '/admin.webmanifest')
    .replace('<!--head-->', () => `<title>${site.name}</title><meta name="robots" content="noindex">`)
    .replace('</head>', () => `${preloads}</head>`)
    .replace('<!--app-->', '')
    .replace(
      '</body>',
      () =>
        `<noscript><p class="m-6">${NEEDS_SCRIPTS}</p></noscript>` +
        `<p class="m-6 hidden [html[data-hydrated=failed]_&]:block">${NEEDS_SCRIPTS}</p></body>`,
    )

// Served without a redirect by Netlify and Cloudflare Pages.
const toFileName = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** Renders all files. `adminPreloads` are tags for the admin shell's head. */
export const createPages = async (shell: string, adminPreloads: string): Promise<PageFile[]> => [
  ...(await Promise.all(
    [...publicPaths, ...unlistedPaths, '/404'].map(async (path) => ({
      file: toFileName(path),
      text: await render(shell, path),
    })),
  )),
  { file: 'admin.html', text: emptyShell(shell, adminPreloads) },
  { file: 'sitemap.xml', text: await sitemap() },
  { file: 'robots.txt', text: robots() },
]
