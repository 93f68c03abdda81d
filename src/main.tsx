import { StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadSendEmailHandler } from '@/app/load-send-email-handler'
import { routes } from '@/app/routes'
import { installSendEmailPatch } from '@/lib/send-email-patch'
import { browserHistory, createRouter, type Router, RouterProvider } from '@/router'
import '@/styles/index.css'

// One child, as in the prerendered tree: a second one would change every id that React makes up.
function App({ router }: { router: Router }) {
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
  const router = createRouter(routes, browserHistory(window))
  // The first render has to wait for the page's code and data, or it would not equal the prerendered HTML.
  await router.ready

  const app = (
    <StrictMode>
      <App router={router} />
    </StrictMode>
  )
  // The host answers any unknown path with the 404 page, also where the router knows a page with other HTML.
  const deepest = router.state.branch.at(-1)?.id
  if (root.dataset.route === deepest) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
}

void start()
