import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { routes } from '@/app/routes'
import { metaOf } from '@/components/layout/seo'
import { readEnv } from '@/lib/env'
import { machineTags } from './machine-tags'

export type RenderedPage = {
  /** Id of the matched route; the browser hydrates only where it matches the same one. */
  routeId: string
  /** Tags for `<head>`. */
  head: string
  /** HTML for `#root`. */
  body: string
}

const ROOT = '<div data-root="">'

/** Renders one address of the site to HTML; throws when the page fails or leads elsewhere. */
export const render = async (path: string): Promise<RenderedPage> => {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://prerender${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere instead of to a page`)
  for (const error of Object.values(context.errors ?? {})) throw error
  const { prelude } = await prerender(
    // The wrapper marks where the page begins: React puts the head's tags in front of it.
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
      // A page in parts would need scripts to put them together.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  const start = html.indexOf(ROOT)
  const route = context.matches.at(-1)?.route
  const meta = route && metaOf({ handle: route.handle, loaderData: context.loaderData[route.id] })
  const isListed = meta && !meta.hidden && readEnv().VITE_UNDER_CONSTRUCTION !== 'on'
  return {
    routeId: route?.id ?? '',
    head: html.slice(0, start) + (isListed ? await machineTags(meta) : ''),
    body: html.slice(start + ROOT.length, html.lastIndexOf('</div>')),
  }
}
