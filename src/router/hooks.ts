import { use } from 'react'
import { DataContext, PathnameContext, useRouter, useRouterState } from './context'
import type { Location } from './history'
import type { Router } from './router'
import { matchPath, type Params } from './routes'

/** Returns the place on screen. */
export const useLocation = (): Location => useRouterState().location

/** Returns the path of the place on screen; does not draw anew when only the rest of the address changes. */
export const usePathname = (): string => use(PathnameContext)

/** Returns where the visitor is going while that page is still loading. */
export const usePendingLocation = (): Location | undefined => useRouterState().pending

/** Returns what the page's `loader` returned; the caller names its type. */
export const useLoaderData = <Loader extends (...args: never[]) => unknown>(): Awaited<ReturnType<Loader>> =>
  use(DataContext) as Awaited<ReturnType<Loader>>

/** Returns the address's parameters when it has the pattern's form, else null. */
export const useMatch = (pattern: string): Params | null => matchPath(pattern, usePathname())

/** Returns whether the page is drawn inside the route of that id. */
export const useIsWithin = (id: string): boolean => useRouterState().branch.some((route) => route.id === id)

/** Returns the function that goes to another place; the same one on every render. */
export const useNavigate = (): Router['navigate'] => useRouter().navigate
