import { type LoaderFunctionArgs, matchRoutes } from 'react-router-dom'
import { routes } from './routes'

/**
 * Fetches the code and the data of an address, and returns the data by the ids of its routes. The code stays with the route
 * table: a router that is made afterwards has nothing to wait for (reactrouter.com/start/data/custom).
 */
export const loadPage = async (href: string): Promise<Record<string, unknown>> => {
  const url = new URL(href)
  const loaderData: Record<string, unknown> = {}
  const load = async ({ route, params }: NonNullable<ReturnType<typeof matchRoutes>>[number]) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    // The loaders of this site read no more than these two.
    const args = { url, params } as LoaderFunctionArgs
    if (typeof route.loader === 'function') loaderData[route.id ?? ''] = await route.loader(args)
  }
  await Promise.all((matchRoutes(routes, url) ?? []).map(load))
  return loaderData
}
