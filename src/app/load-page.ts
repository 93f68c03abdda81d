import { type LoaderFunctionArgs, matchRoutes } from 'react-router-dom'
import { routes } from './routes'

/** Loads a URL's route code. Returns its data by route id (reactrouter.com/start/data/custom). */
export const preloadRoute = async (href: string): Promise<Record<string, unknown>> => {
  const url = new URL(href)
  const loaderData: Record<string, unknown> = {}
  const load = async ({ route, params }: NonNullable<ReturnType<typeof matchRoutes>>[number]) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    const args = { url, params } as LoaderFunctionArgs
    if (typeof route.loader === 'function') loaderData[route.id ?? ''] = await route.loader(args)
  }
  await Promise.all((matchRoutes(routes, url) ?? []).map(load))
  return loaderData
}
