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
    // React replaces what it cannot hydrate, and leaves it as it was.
    const before = [...root.childNodes]
    let isRendered = false
    const onError = (cause: unknown) => {
      if (isRendered) return console.error(cause)
      router.dispose()
      // An element of its own, which React does not listen to.
      const copy = root.cloneNode() as HTMLElement
      copy.append(...before)
      root.replaceWith(copy)
      reject(cause)
    }
    // Errors in effects are reported after all effects have run.
    const onRendered = () =>
      void setTimeout(() => {
        isRendered = true
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
    const isSkipped = event.reason instanceof DOMException && event.reason.message.startsWith('Transition was ')
    if (isSkipped) event.preventDefault()
  })

const announceOffline = () => {
  const say = () => toast.info(OFFLINE, { id: 'offline' })
  addEventListener('offline', say)
  if (!navigator.onLine) say()
}

// A visit that goes no further does without.
const prepareNextPages = async (router: Router) => {
  await firstInteraction()
  const [{ prefetchLinks }, { cacheVisitedPages }] = await Promise.all([
    import('./prefetch-links'),
    import('./offline'),
  ])
  prefetchLinks(router)
  setTimeout(() => void cacheVisitedPages(router), 1_500)
}

/** Hydrates the prerendered page, or renders one where there is none. Rejects when its code is missing or fails. */
export const startApp = async (root: HTMLElement): Promise<void> => {
  const { route } = root.dataset
  const router = await createRouter(route !== undefined)
  // The host answers unknown paths with the 404 page, even where the route table has a page.
  await render(root, router, route !== undefined && route === router.state.matches.at(-1)?.route.id)
  ignoreSkippedTransitions()
  announceOffline()
  prepareNextPages(router).catch((cause: unknown) => console.info('Pages are not fetched ahead', cause))
}
