import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { routes } from '@/app/routes'
import { type ListedPage, ListedPageContext } from '@/components/layout/seo'
import { createRouter, memoryHistory, RouterProvider } from '@/router'
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
  const router = createRouter(routes, memoryHistory(path))
  await router.ready
  const { failure, location, branch } = router.state
  if (failure) throw failure.reason
  if (location.pathname !== path) throw new Error(`${path} leads to ${location.pathname} instead of a page`)
  let listed: ListedPage | undefined
  const listen = (page: ListedPage) => {
    listed = page
  }
  const { prelude } = await prerender(
    // The wrapper marks where the page begins: React puts the head's tags in front of it.
    <div data-root="">
      <StrictMode>
        <ListedPageContext value={listen}>
          <RouterProvider router={router} />
        </ListedPageContext>
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
  return {
    routeId: branch.at(-1)?.id ?? '',
    head: html.slice(0, start) + (listed ? await machineTags(listed) : ''),
    body: html.slice(start + ROOT.length, html.lastIndexOf('</div>')),
  }
}
