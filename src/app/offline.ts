import type { createBrowserRouter } from 'react-router-dom'
import { createTrustedPolicy } from '@/lib/trusted-types'

const workerUrl = (): string =>
  createTrustedPolicy('service-worker', { createScriptURL: (_: string) => '/sw.js' }).createScriptURL('')

/** Caches visited pages and their files in the service worker (`src/prerender/web-app.ts`). */
export const installOfflineCache = async (router: ReturnType<typeof createBrowserRouter>): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(workerUrl())
    const { active } = await navigator.serviceWorker.ready
    const cache = (...urls: string[]) => active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } })
    cache(window.location.pathname, ...performance.getEntriesByType('resource').map(({ name }) => name))
    let last = router.state.location.pathname
    router.subscribe(({ location, navigation, errors }) => {
      if (navigation.state !== 'idle' || errors || location.pathname === last) return
      last = location.pathname
      cache(last)
    })
    // Earlier workers left this cache.
    await caches.delete('pages')
  } catch (cause) {
    console.info('Pages are not cached for offline use', cause)
  }
}
