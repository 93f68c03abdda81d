import { createContext, use } from 'react'
import type { Router, RouterState } from './router'

export const RouterContext = createContext<Router | undefined>(undefined)
export const StateContext = createContext<RouterState | undefined>(undefined)

/** The path alone: it stays the same while the rest of the address changes, and so does what depends on it. */
export const PathnameContext = createContext('/')

/** What the page's `loader` returned. */
export const DataContext = createContext<unknown>(undefined)

/** Returns the router around the component; throws outside of one. */
export const useRouter = (): Router => {
  const router = use(RouterContext)
  if (!router) throw new Error('There is no router here')
  return router
}

/** Returns what is on screen; throws outside of a router. */
export const useRouterState = (): RouterState => {
  const state = use(StateContext)
  if (!state) throw new Error('There is no router here')
  return state
}
