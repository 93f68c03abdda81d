import type { createBrowserRouter } from 'react-router-dom'
import { toast } from '@/components/ui/toast'
import { OFFLINE } from '@/messages/everywhere'

/** Says what works without a connection, once it is lost. */
export const announceOffline = (): void => {
  const say = () => toast.info(OFFLINE, { id: 'offline' })
  addEventListener('offline', say)
  if (!navigator.onLine) say()
}

type ScriptUrls = { createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls }

// Where the site's policy asks for trusted types, the URL of a worker has to come from a named policy.
const workerUrl = (): string => {
  const rules: ScriptUrls = { createScriptURL: () => '/sw.js' }
  const factory: Factory | undefined = Reflect.get(window, 'trustedTypes')
  return (factory?.createPolicy('service-worker', rules) ?? rules).createScriptURL('/sw.js')
}

/**
 * Keeps the public pages a visitor opens, with their files, for when there is no connection (`src/prerender/web-app.ts`).
 * Browsers without service workers, or that refuse them, go on without.
 */
export const keepVisitedPages = async (router: ReturnType<typeof createBrowserRouter>): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(workerUrl())
    const { active } = await navigator.serviceWorker.ready
    // Workbox's own message: it fetches what it has a rule for.
    const keep = (...urls: string[]) => active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } })
    // What the page had fetched before the worker was there, and pages that are reached without a load.
    keep(window.location.pathname, ...performance.getEntriesByType('resource').map(({ name }) => name))
    let last = router.state.location.pathname
    router.subscribe(({ location, navigation, errors }) => {
      if (navigation.state !== 'idle' || errors || location.pathname === last) return
      last = location.pathname
      keep(last)
    })
    // The cache of the worker before this one.
    await caches.delete('pages')
  } catch (cause) {
    console.info('Pages are not kept for when there is no connection', cause)
  }
}
