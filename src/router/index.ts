export { useRouteError } from './error-boundary'
export { browserHistory, memoryHistory, type VisitState } from './history'
export {
  useIsWithin,
  useLoaderData,
  useLocation,
  useMatch,
  useNavigate,
  usePathname,
  usePendingLocation,
} from './hooks'
export { Link } from './link'
export { preloadLinks } from './preload-links'
export { Outlet, RouterProvider } from './provider'
export { createRouter, type Router } from './router'
export { type LoaderArgs, matchPath, matchRoutes, type Route } from './routes'
export { ScrollRestoration } from './scroll-restoration'
