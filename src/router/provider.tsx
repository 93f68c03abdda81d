import {
  type ComponentType,
  createContext,
  memo,
  Suspense,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { DataContext, PathnameContext, RouterContext, StateContext, useRouterState } from './context'
import { Boundary } from './error-boundary'
import type { Drawing, Router } from './router'
import { WaitingPage } from './waiting-page'

const DepthContext = createContext(0)

// Drawn anew only when the place changes: a page that still waits for its code would be emptied by its frame's own changes.
const RouteAt = memo(function RouteAt({ depth }: { depth: number }) {
  const { branch, data, failure, location } = useRouterState()
  const route = branch[depth]
  // The same element for the same route: what a page does not read of the address does not draw it anew.
  const Component: ComponentType = route?.Component ?? Outlet
  const page = useMemo(() => <Component />, [Component])
  if (!route) return null
  if (depth === branch.length - 1)
    return (
      <Suspense key={route.id}>
        {route.waiting ? <WaitingPage {...route.waiting} /> : <DataContext value={data}>{page}</DataContext>}
      </Suspense>
    )
  const content = <DepthContext value={depth + 1}>{page}</DepthContext>
  if (!route.ErrorBoundary) return content
  const isInnermost = !branch.slice(depth + 1).some(({ ErrorBoundary }) => ErrorBoundary)
  return (
    <Boundary failure={isInnermost ? failure : undefined} place={location} Fallback={route.ErrorBoundary}>
      {content}
    </Boundary>
  )
})

/** Draws the route below the one that draws it. */
export function Outlet() {
  return <RouteAt depth={use(DepthContext)} />
}

const welcomesMovement = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

const draw = (apply: () => void, { atOnce, animated }: Drawing) => {
  if (animated && 'startViewTransition' in document && document.visibilityState === 'visible' && welcomesMovement()) {
    const transition = document.startViewTransition(() => flushSync(apply))
    // A transition cut short by the next one is no fault.
    for (const step of [transition.ready, transition.updateCallbackDone, transition.finished]) step.catch(() => {})
  } else if (atOnce) flushSync(apply)
  else startTransition(apply)
}

/** Draws the router's place and everything that follows; nothing until the first page is there. */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const stop = router.subscribe((next, drawing) => draw(() => setState(next), drawing))
    setState(router.state)
    return stop
  }, [router])
  if (!state.initialized) return null
  return (
    <RouterContext value={router}>
      <PathnameContext value={state.location.pathname}>
        <StateContext value={state}>
          <RouteAt depth={0} />
        </StateContext>
      </PathnameContext>
    </RouterContext>
  )
}
