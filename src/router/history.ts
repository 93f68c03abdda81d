/** What a visit of a place is told, kept by the browser with its entry in the history. */
export type VisitState = Readonly<Record<string, unknown>> | null

/** A place on the site; `key` names one visit of it. */
export type Location = { pathname: string; search: string; hash: string; state: VisitState; key: string }

/** Where to go: an address, relative to the current one when it begins with `?` or `#`. */
export type To = string

export type HistoryAction = 'POP' | 'PUSH' | 'REPLACE'

/** The list of visited places, the browser's or one in memory. */
export type History = {
  readonly location: Location
  /** Position of the current entry in the list, counted from where the visit of the site began. */
  readonly index: number
  write: (action: 'PUSH' | 'REPLACE', location: Location) => void
  go: (delta: number) => void
  /** Calls back after the visitor moved through the list; returns the way to stop. */
  listen: (onMove: (hasOwnAnimation: boolean) => void) => () => void
}

/** The address of a place, as it stands in links. */
export const hrefOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash

/** Turns a target into a place, read from the current one. */
export const resolveTo = (to: To, from: Location, state: VisitState = null): Location => {
  // Only the path counts, and it stays on the site: browsers read one that begins with `//` as another host.
  const base = `http://site${hrefOf(from)}`
  const { pathname, search, hash } = new URL(to.startsWith('/') ? `http://site${to}` : to, base)
  return { pathname: pathname.replace(/^\/+/, '/'), search, hash, state, key: Math.random().toString(36).slice(2, 10) }
}

type Entry = { usr?: VisitState; key?: string; idx?: number } | null

/** The browser's own history. */
export const browserHistory = (window: Window): History => {
  const entry = () => window.history.state as Entry
  let index = entry()?.idx ?? 0
  // An entry the browser made by itself, for a first page or a link to a section, has no position yet.
  const count = (position: number) => {
    if (entry()?.idx === undefined) window.history.replaceState({ ...entry(), idx: position }, '')
    index = entry()?.idx ?? position
  }
  count(0)
  return {
    get location() {
      const { pathname, search, hash } = window.location
      return { pathname, search, hash, state: entry()?.usr ?? null, key: entry()?.key ?? 'default' }
    },
    get index() {
      return index
    },
    write(action, location) {
      if (action === 'PUSH') index += 1
      const state = { usr: location.state, key: location.key, idx: index }
      window.history[action === 'PUSH' ? 'pushState' : 'replaceState'](state, '', hrefOf(location))
    },
    go: (delta) => window.history.go(delta),
    listen(onMove) {
      const move = (event: PopStateEvent) => {
        count(index + 1)
        onMove('hasUAVisualTransition' in event && event.hasUAVisualTransition === true)
      }
      window.addEventListener('popstate', move)
      return () => window.removeEventListener('popstate', move)
    },
  }
}

/** A history that lives in memory only, for rendering without a browser. */
export const memoryHistory = (first: string): History => {
  const nowhere: Location = { pathname: '/', search: '', hash: '', state: null, key: 'default' }
  const entries = [{ ...resolveTo(first, nowhere), key: 'default' }]
  const listeners = new Set<(hasOwnAnimation: boolean) => void>()
  let index = 0
  return {
    get location() {
      return entries[index] ?? nowhere
    },
    get index() {
      return index
    },
    write(action, location) {
      if (action === 'PUSH') index += 1
      entries.splice(index, action === 'PUSH' ? entries.length : 1, location)
    },
    go(delta) {
      if (!entries[index + delta]) return
      index += delta
      for (const listener of listeners) listener(false)
    },
    listen(onMove) {
      listeners.add(onMove)
      return () => listeners.delete(onMove)
    },
  }
}
