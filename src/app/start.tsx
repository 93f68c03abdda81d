import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { routes } from '@/app/routes'
import { toast } from '@/components/ui/toast'
import { firstInteraction } from '@/lib/when-to-start'
import { OFFLINE } from '@/messages/everywhere'
import { preloadRoute } from './load-page'
import { createBrowserRouter, RouterProvider } from './router'

type Router = ReturnType<typeof createBrowserRouter>

const createRouter = async (isPrerendered: boolean): Promise<Router> => {
  const { state } = window.history
  // Documents without their own history key inherit the last scroll position.
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '')
  if (isPrerendered) {
    // Without its data, React Router scrolls to the top on hydration.
    const loaderData = await preloadRoute(window.location.href)
    return createBrowserRouter(routes, { hydrationData: { loaderData } })
  }
  const router = createBrowserRouter(routes)
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    // Unsubscribe before rendering (remix-run/react-router#15527).
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
  return router
}

const CONTROLS = 'input, textarea, select, details, summary, button, a'

type Control = HTMLInputElement & { open?: boolean }

// Copies input and focus to the new elements. Forwards queued clicks.
const carryOver = (before: Control[], focused: Element | null) => {
  const after = [...document.querySelectorAll<Control>(CONTROLS)]
  const kind = ({ localName, name, textContent }: Control) => [localName, name, textContent].join()
  for (const from of before) {
    const isSameKind = (other: Control) => kind(other) === kind(from)
    const to = after.filter(isSameKind)[before.filter(isSameKind).indexOf(from)]
    if (!to) continue
    const { value, checked, open, selectionStart, selectionEnd } = from
    Object.assign(to, { value, checked, open })
    from.onclick = () => {
      to.click()
      return false
    }
    if (from !== focused) continue
    to.focus({ preventScroll: true })
    // Email fields have no selection.
    if (selectionStart) to.setSelectionRange(selectionStart, selectionEnd)
  }
}

type AppProps = { router: Router; onRender: () => void; onRendered: () => void }

// A second child would change every React id.
function App({ router, onRender, onRendered }: AppProps) {
  onRender()
  useEffect(onRendered, [onRendered])
  return <RouterProvider router={router} />
}

// Resolves once rendered. On failure, restores the prerendered HTML and rejects.
const render = (root: HTMLElement, router: Router, isHydration: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const prerendered = [...root.childNodes]
    const controls = [...root.querySelectorAll<Control>(CONTROLS)]
    let focused: Element | null
    let isSettled = false
    const onError = (cause: unknown) => {
      if (isSettled) return console.error(cause)
      isSettled = true
      router.dispose()
      // React stays attached to the old root element.
      const newRoot = root.cloneNode() as HTMLElement
      newRoot.append(...prerendered)
      root.replaceWith(newRoot)
      reject(cause)
    }
    // React reports effect errors after all effects have run.
    const onRendered = () =>
      void setTimeout(() => {
        isSettled = true
        resolve()
      })
    // Remember the focus while rendering. A recovery is committed in the same task, which drops the focus.
    const onRender = () => {
      focused = document.activeElement
    }
    const options = {
      onCaughtError: onError,
      onUncaughtError: onError,
      onRecoverableError: (cause: unknown) => {
        console.error(cause)
        if (!isSettled) carryOver(controls, focused)
      },
    }
    const app = (
      <StrictMode>
        <App router={router} onRender={onRender} onRendered={onRendered} />
      </StrictMode>
    )
    // In a transition, hydration yields to user input.
    if (isHydration) startTransition(() => void hydrateRoot(root, app, options))
    else createRoot(root, options).render(app)
  })

// React Router leaves the rejection of a skipped view transition unhandled.
const installTransitionFilter = () =>
  window.addEventListener('unhandledrejection', (event) => {
    const message = /^(?:Transition was|Skipping view transition) /
    if (event.reason instanceof DOMException && message.test(event.reason.message)) event.preventDefault()
  })

const installOfflineNotice = () => {
  const notify = () => toast.info(OFFLINE, { id: 'offline' })
  addEventListener('offline', notify)
  if (!navigator.onLine) notify()
}

const installEnhancements = (router: Router) => {
  const report = (cause: unknown) => console.info('An improvement could not be fetched', cause)
  import('./prefetch-links').then(({ installLinkPrefetching }) => installLinkPrefetching(router)).catch(report)
  firstInteraction()
    .then(() => import('./offline'))
    .then(({ installOfflineCache }) => setTimeout(() => installOfflineCache(router), 1_500))
    .catch(report)
}

/** Hydrates the prerendered page, or renders without one. Rejects if the code is missing or fails. */
export const startApp = async (root: HTMLElement): Promise<void> => {
  const { route } = root.dataset
  const router = await createRouter(route !== undefined)
  // Hosts serve the 404 page for paths unknown at build time.
  await render(root, router, route !== undefined && route === router.state.matches.at(-1)?.route.id)
  installTransitionFilter()
  installOfflineNotice()
  installEnhancements(router)
}
