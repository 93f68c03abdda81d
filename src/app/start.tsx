import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadSendEmailHandler } from '@/app/load-send-email-handler'
import { routes } from '@/app/routes'
import { toast } from '@/components/ui/toast'
import { readEnv } from '@/lib/env'
import { isReachable } from '@/lib/is-reachable'
import { installSendEmailPatch } from '@/lib/send-email-patch'
import { CONNECTION, OUTDATED } from '@/messages/everywhere'
import { browserHistory, createRouter, preloadLinks, type Router, RouterProvider } from '@/router'
import { liveInView, nextMove } from './first-move'
import { claimFullLoad } from './full-load'
import { announceOffline, keepVisitedPages } from './offline'
import { MissingPage } from './page-module'

// One child, as in the prerendered tree: a second one would change every id that React makes up.
function App({ router, onReady }: { router: Router; onReady: () => void }) {
  useEffect(onReady, [onReady])
  return <RouterProvider router={router} />
}

type Beginning = {
  /** Resolves at the visitor's first move. */
  moved: Promise<void>
  /** Does what was asked for early, wherever the page is alive now. */
  release: (isAlive: (element: Element) => boolean) => number
}

/** Takes the prerendered page over, or draws the page where there is none. Rejects when the page's code cannot be had. */
export const startApp = async (root: HTMLElement, { moved, release }: Beginning): Promise<void> => {
  installSendEmailPatch(window, loadSendEmailHandler)
  const { documentElement } = document
  const { route } = root.dataset
  let hasComeAlive = false
  let attempts = 0
  const onAlive = () => {
    hasComeAlive = true
    documentElement.dataset.alive = 'true'
    release(() => true)
  }

  const router = createRouter(routes, browserHistory(window), {
    // Under construction another screen stands in the pages' place.
    id: readEnv(import.meta.env).VITE_UNDER_CONSTRUCTION === 'on' ? '' : (route ?? ''),
    wanted: ({ patient }) => {
      attempts += 1
      if (attempts > 1) return nextMove()
      // The address may ask for something the HTML does not show, such as one of the photos.
      return patient && !window.location.search ? Promise.race([moved, liveInView()]) : Promise.resolve()
    },
    onAlive,
    onFailure: async (reason) => {
      const isOutdated = await isReachable()
      if (!isWaiting()) return
      if (reason instanceof MissingPage && isOutdated && claimFullLoad()) return window.location.reload()
      // Links to photos lead to the files; everything else keeps waiting, and whoever pressed it is told.
      const waiting = release((element) => isAlive(element) || element instanceof HTMLAnchorElement)
      if (waiting > 0) toast.error(isOutdated ? OUTDATED : CONNECTION, { id: 'missing-page' })
    },
  })
  // A visitor who has gone on stands on a page that waits for nothing, whether the first one came alive or not.
  const isWaiting = () => !hasComeAlive && router.state.branch.at(-1)?.waiting !== undefined
  const isAlive = (element: Element) => !isWaiting() || !element.closest('main')
  // The first render has to wait for what it draws, or it would not equal the prerendered HTML.
  await router.ready

  // The host answers any unknown path with the 404 page, also where the router knows a page with other HTML.
  const isPrerendered = route !== undefined && route === router.state.branch.at(-1)?.id
  const onReady = () => {
    // Marks the page as taken over, for whatever has to wait for that: styles, tests and measurements.
    documentElement.dataset.ready = 'true'
    preloadLinks(router)
    announceOffline()
    // Behind everything a first view needs.
    void moved.then(() => setTimeout(() => void keepVisitedPages(router), 1_500))
    if (router.state.branch.at(-1)?.waiting) release(isAlive)
    else onAlive()
  }
  const app = (
    <StrictMode>
      <App router={router} onReady={onReady} />
    </StrictMode>
  )
  // As a transition React hydrates in slices, and lets the visitor's own moves in between.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
}
