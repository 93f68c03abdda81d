import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { routes } from '@/app/routes'
import { toast } from '@/components/ui/toast'
import { firstInteraction } from '@/lib/when-to-start'
import { OFFLINE } from '@/messages/everywhere'
import { loadPage } from './load-page'
import { createBrowserRouter, RouterProvider } from './router'

type Router = ReturnType<typeof createBrowserRouter>

/** A router whose first page is loaded: its code and its data, or the error of fetching them. */
const createRouter = async (isPrerendered: boolean): Promise<Router> => {
  if (isPrerendered) {
    // With its data from the start: otherwise React Router would scroll a visitor who is reading back to the top.
    const loaderData = await loadPage(window.location.href)
    return createBrowserRouter(routes, { hydrationData: { loaderData } })
  }
  const router = createBrowserRouter(routes)
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    // Unsubscribed before anything is rendered: remix-run/react-router#15527.
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
  return router
}

// One child, as in the prerendered tree: a second one would change every React id.
function App({ router, onRendered }: { router: Router; onRendered: () => void }) {
  useEffect(onRendered, [onRendered])
  return <RouterProvider router={router} />
}

/** Resolves when React has rendered. Rejects when that fails, with the page as it was before. */
const render = (root: HTMLElement, router: Router, isHydration: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    // React takes these out unchanged when it fails: both error boundaries lie directly below the root.
    const before = [...root.childNodes]
    let isSettled = false
    const onError = (cause: unknown) => {
      if (isSettled) return console.error(cause)
      isSettled = true
      router.dispose()
      // One that React does not listen to.
      const newRoot = root.cloneNode() as HTMLElement
      newRoot.append(...before)
      root.replaceWith(newRoot)
      reject(cause)
    }
    // Errors in effects are reported after all effects have run.
    const onRendered = () =>
      void setTimeout(() => {
        isSettled = true
        resolve()
      })
    const options = { onCaughtError: onError, onUncaughtError: onError }
    const app = (
      <StrictMode>
        <App router={router} onRendered={onRendered} />
      </StrictMode>
    )
    // As a transition React hydrates in slices and handles input in between.
    if (isHydration) startTransition(() => void hydrateRoot(root, app, options))
    else createRoot(root, options).render(app)
  })

// A navigation that overtakes another skips its animation; React Router leaves that rejection unhandled.
const ignoreSkippedTransitions = () =>
  window.addEventListener('unhandledrejection', (event) => {
    // Chromium's words, then WebKit's.
    const words = /^(?:Transition was|Skipping view transition) /
    const isSkipped = event.reason instanceof DOMException && words.test(event.reason.message)
    if (isSkipped) event.preventDefault()
  })

const announceOffline = () => {
  const say = () => toast.info(OFFLINE, { id: 'offline' })
  addEventListener('offline', say)
  if (!navigator.onLine) say()
}

// Each is an improvement that a visit can do without.
const improve = (router: Router) => {
  const report = (cause: unknown) => console.info('An improvement could not be fetched', cause)
  import('./prefetch-links').then(({ prefetchLinks }) => prefetchLinks(router)).catch(report)
  firstInteraction()
    .then(() => import('./offline'))
    .then(({ cacheVisitedPages }) => setTimeout(() => void cacheVisitedPages(router), 1_500))
    .catch(report)
}

/** Hydrates the prerendered page, or renders one where there is none. Rejects when its code is missing or fails. */
export const startApp = async (root: HTMLElement): Promise<void> => {
  const { route } = root.dataset
  const router = await createRouter(route !== undefined)
  // The host answers unknown paths with the 404 page, even where the route table has a page.
  await render(root, router, route !== undefined && route === router.state.matches.at(-1)?.route.id)
  ignoreSkippedTransitions()
  announceOffline()
  improve(router)
}
