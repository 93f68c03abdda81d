import { type History, type HistoryAction, type Location, resolveTo, type VisitState } from './history'
import { type Match, matchRoutes, type Params, type Route } from './routes'
import type { Waiting } from './waiting-page'

/** What stands on screen: one place, the routes that draw it, and what they were given. */
export type RouterState = {
  location: Location
  historyAction: HistoryAction
  preventScrollReset: boolean
  branch: readonly (Route & { waiting?: Waiting })[]
  params: Params
  data: unknown
  /** Why the place could not be loaded, as `{ reason }`; drawn by the innermost `ErrorBoundary`. */
  failure: { reason: unknown } | undefined
  /** Where the visitor is going while that page is still loading. */
  pending: Location | undefined
  /** False until the first page's code and data are there. */
  initialized: boolean
}

export type NavigateOptions = {
  replace?: boolean
  /** Kept with the visit, by the browser. */
  state?: VisitState
  preventScrollReset?: boolean
  /** Draw at once instead of when React finds time. */
  flushSync?: boolean
}

/** How a change of state wants to be drawn. */
export type Drawing = { atOnce: boolean; animated: boolean }

type Guard = (from: Location, to: Location, goOn: () => void) => boolean
type Found = Match & { location: Location }
type Subscriber = (state: RouterState, drawing: Drawing) => void

export type Router = {
  readonly state: RouterState
  /** Resolves when the first page can be drawn. */
  readonly ready: Promise<void>
  subscribe: (subscriber: Subscriber) => () => void
  /** Resolves when the page is shown, or another one was asked for meanwhile. A number goes that far through the history. */
  navigate: (to: string | number, options?: NavigateOptions) => Promise<void>
  /** Fetches the code and the data behind an address, so that going there takes no time. Failures show on going there. */
  preload: (to: string) => void
  /** Asks before a place is left; a guard that returns true holds the visitor until it calls `goOn`. */
  guard: (guard: Guard) => () => void
  /** Stops listening to the history. */
  dispose: () => void
}

const isSamePage = (a: Location, b: Location) => a.pathname === b.pathname && a.search === b.search && a.hash === b.hash

/** A page that stands already, as HTML. */
export type Prerendered = {
  /** Id of the route it was rendered from. */
  id: string
  /** Resolves when the page shall come alive; asked once more each time its code could not be had. */
  wanted: (route: Route) => Promise<void>
  /** The page has come alive. */
  onAlive: () => void
  /** Why the page's code could not be had; the page stays as it is. */
  onFailure: (reason: unknown) => void
}

/**
 * Creates the router of a page: it keeps what is on screen until the next page's code and data are there, then changes the
 * address and the page together.
 */
export const createRouter = (routes: readonly Route[], history: History, prerendered?: Prerendered): Router => {
  const modules = new Map<Route, Route>()
  const subscribers = new Set<Subscriber>()
  const guards = new Set<Guard>()
  let latest = 0
  let index = history.index
  let state: RouterState = {
    location: history.location,
    historyAction: 'POP',
    preventScrollReset: false,
    branch: [],
    params: {},
    data: undefined,
    failure: undefined,
    pending: undefined,
    initialized: false,
  }

  let announceDrawable = () => {}
  const drawable = new Promise<void>((resolve) => {
    announceDrawable = resolve
  })

  const set = (change: Partial<RouterState>, drawing: Drawing = { atOnce: false, animated: false }) => {
    state = { ...state, ...change }
    if (state.initialized) announceDrawable()
    for (const subscriber of subscribers) subscriber(state, drawing)
  }

  // A module that could not be had is asked for again the next time.
  const load = async (route: Route): Promise<Route> => {
    const known = modules.get(route)
    if (known || !route.lazy) return known ?? route
    const loaded = { ...route, ...(await route.lazy()) }
    modules.set(route, loaded)
    return loaded
  }
  const loadPage = async ({ branch, params, location }: Found) => {
    const loaded = await Promise.all(branch.map(load))
    return { branch: loaded, data: await loaded.at(-1)?.loader?.({ params, location }) }
  }
  const loadWhenWanted = async (match: Found, leaf: Route, standing: Prerendered): ReturnType<typeof loadPage> => {
    await standing.wanted(leaf)
    try {
      return await loadPage(match)
    } catch (reason) {
      standing.onFailure(reason)
      return loadWhenWanted(match, leaf, standing)
    }
  }
  /** The frames of the first page, around a page that waits. */
  const adopt = async (match: Found, leaf: Route, standing: Prerendered) => {
    const page = loadWhenWanted(match, leaf, standing).then(({ branch, data }) => ({
      Component: branch.at(-1)?.Component,
      data,
    }))
    const frames = await Promise.all(match.branch.slice(0, -1).map(load))
    return { branch: [...frames, { ...leaf, waiting: { page, onAlive: standing.onAlive } }], data: undefined }
  }
  const loadFirst = (match: Found) => {
    const leaf = match.branch.at(-1)
    if (leaf && leaf.id === prerendered?.id) return adopt(match, leaf, prerendered)
    return loadPage(match)
  }
  const matchOf = (location: Location): Found => {
    const match = matchRoutes(routes, location.pathname)
    if (!match) throw new Error(`No route fits ${location.pathname}`)
    return { ...match, location }
  }

  /** Brings a place on screen; `enter` changes the address, once everything is there. */
  const show = async (
    location: Location,
    historyAction: HistoryAction,
    { preventScrollReset = false, flushSync = false }: NavigateOptions,
    enter: () => void,
    canAnimate: boolean,
  ): Promise<void> => {
    latest += 1
    const turn = latest
    const match = matchOf(location)
    const { redirect } = match.branch.at(-1) ?? {}
    if (redirect) return showNext(resolveTo(redirect, location), historyAction === 'PUSH' ? 'PUSH' : 'REPLACE', {})

    const place = { location, historyAction, preventScrollReset, pending: undefined, initialized: true }
    const isOnScreen = state.initialized && !state.failure && state.location.pathname === location.pathname
    if (isOnScreen) {
      enter()
      return set({ ...place, location: history.location }, { atOnce: flushSync, animated: false })
    }
    if (state.initialized) set({ pending: location })
    let page: Partial<RouterState>
    try {
      page = { ...(await (state.initialized ? loadPage : loadFirst)(match)), failure: undefined }
    } catch (reason) {
      page = { branch: match.branch.map((route) => modules.get(route) ?? route), data: undefined, failure: { reason } }
    }
    // Somebody went elsewhere in the meantime.
    if (turn !== latest) return
    enter()
    const animated = canAnimate && state.initialized && !page.failure
    set({ ...place, ...page, params: match.params, location: history.location }, { atOnce: flushSync, animated })
  }

  const showNext = (location: Location, action: 'PUSH' | 'REPLACE', options: NavigateOptions) =>
    show(
      location,
      action,
      options,
      () => {
        history.write(action, location)
        index = history.index
      },
      true,
    )

  const isHeld = (to: Location, goOn: () => void) => [...guards].some((guard) => guard(state.location, to, goOn))

  const navigate: Router['navigate'] = async (to, options = {}) => {
    if (typeof to === 'number') return history.go(to)
    const location = resolveTo(to, state.location, options.state ?? null)
    const goOn = () => {
      // The address that is open already needs no second entry, as with any link.
      const isReplaced = options.replace || isSamePage(location, state.location)
      return showNext(location, isReplaced ? 'REPLACE' : 'PUSH', options)
    }
    if (isHeld(location, () => void goOn())) return
    return goOn()
  }

  // A move of our own: one that takes back what a guard held, or one the guards have let go.
  let expected: 'undo' | 'go on' | undefined
  const dispose = history.listen((hasOwnAnimation) => {
    const move = expected
    expected = undefined
    if (move === 'undo') return
    const delta = history.index - index
    const goOn = () => {
      expected = 'go on'
      history.go(delta)
    }
    if (move !== 'go on' && delta !== 0 && isHeld(history.location, goOn)) {
      // The browser has moved already: back to where the visitor is held.
      expected = 'undo'
      return history.go(-delta)
    }
    index = history.index
    void show(history.location, 'POP', {}, () => {}, !hasOwnAnimation)
  })

  // A place that was left before it came, as when a hash is taken off the address, leaves the first page to the next one.
  const first = show(history.location, 'POP', {}, () => {}, false)
  const ready = Promise.race([drawable, first.then(() => drawable)])

  return {
    get state() {
      return state
    },
    ready,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    navigate,
    preload(to) {
      loadPage(matchOf(resolveTo(to, state.location))).catch(() => {})
    },
    guard(guard) {
      guards.add(guard)
      return () => guards.delete(guard)
    },
    dispose,
  }
}
