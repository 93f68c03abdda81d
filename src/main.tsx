import { StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter, RouterProvider } from 'react-router-dom'
import { loadSendEmailHandler } from '@/app/load-send-email-handler'
import { routes } from '@/app/routes'
import { installSendEmailPatch } from '@/lib/send-email-patch'
import '@/styles/index.css'

// The router loads the matched page's code and data by itself; the first render has to wait for both, or it would not
// equal the prerendered HTML.
const whenInitialised = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })

// One child, as in the prerendered tree: a second one would change every id that React makes up.
function App({ router }: { router: DataRouter }) {
  // Marks the page as taken over, for whatever has to wait for that: styles, tests and measurements.
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
  }, [])
  return <RouterProvider router={router} />
}

const start = async () => {
  installSendEmailPatch(window, loadSendEmailHandler)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const router = createBrowserRouter(routes)
  await whenInitialised(router)

  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  )
  // The host answers any unknown path with the 404 page, also where the router knows a page with other HTML.
  const deepest = router.state.matches.at(-1)?.route.id
  if (root.dataset.route === deepest) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
}

void start()
