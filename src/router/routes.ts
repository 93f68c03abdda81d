import type { ComponentType } from 'react'
import type { Location } from './history'

export type Params = Readonly<Record<string, string | undefined>>
export type LoaderArgs = { params: Params; location: Pick<Location, 'pathname' | 'search'> }

/** What a route draws, and where it gets its data. */
export type RouteModule = {
  Component?: ComponentType
  /** Fetches what the page needs before it is shown; `useLoaderData` returns it. Called again when a parameter changes. */
  loader?: (args: LoaderArgs) => unknown
}

/** A route: an address, or a frame around the routes below it. */
export type Route = RouteModule & {
  id: string
  /** Whole path: words, `:parameters`, or `*` for whatever nothing else matches. Frames have none. */
  path?: string
  /** Fetches the rest of the route when it is first needed. */
  lazy?: () => Promise<RouteModule>
  /** Whether the prerendered page may wait with its code for the visitor's first move: nothing on it changes by itself. */
  patient?: boolean
  /** Where the visitor is sent instead. */
  redirect?: string
  /** Drawn instead of the route when it, or one below it, fails; `useRouteError` returns why. */
  ErrorBoundary?: ComponentType
  children?: readonly Route[]
}

/** The routes of an address, from the outermost frame to the page, with the address's parameters. */
export type Match = { branch: readonly Route[]; params: Params }

/** Decodes a part of an address; one that is no valid encoding stays as it is. */
export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the parameters when the path has the pattern's form (large or small letters, with or without a last slash). */
export const matchPath = (pattern: string, pathname: string): Params | null => {
  if (pattern === '*') return {}
  const source = pattern.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${source}/*$`, 'i').exec(pathname)
  if (!found) return null
  return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decode(value)]))
}

const branchesOf = (routes: readonly Route[], above: readonly Route[] = []): (readonly Route[])[] =>
  routes.flatMap((route) => {
    const branch = [...above, route]
    return route.children ? branchesOf(route.children, branch) : [branch]
  })

const pathOf = (branch: readonly Route[]): string => branch.at(-1)?.path ?? '*'

/** Returns what an address leads to; the first that fits counts, and `*` fits last. */
export const matchRoutes = (routes: readonly Route[], pathname: string): Match | null => {
  const branches = branchesOf(routes)
  const ordered = [...branches.filter((b) => pathOf(b) !== '*'), ...branches.filter((b) => pathOf(b) === '*')]
  for (const branch of ordered) {
    const params = matchPath(pathOf(branch), pathname)
    if (params) return { branch, params }
  }
  return null
}
