import type { createBrowserRouter } from 'react-router-dom'
import { toast } from '@/components/ui/toast'
import { OFFLINE } from '@/messages/everywhere'

/** Says what works without a connection, once it is lost. */
export const announceOffline = (): void => {
  const say = () => toast.info(OFFLINE, { id: 'offline' })
  addEventListener('offline', say)
  if (!navigator.onLine) say()
}

type ScriptAddresses = { createScriptURL: (address: string) => string }
type Factory = { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses }

// Where the site's policy asks for trusted types, only an address made by a named policy may be a worker's.
const workerAddress = (): string => {
  const rules: ScriptAddresses = { createScriptURL: () => '/sw.js' }
  const factory: Factory | undefined = Reflect.get(window, 'trustedTypes')
  return (factory?.createPolicy('service-worker', rules) ?? rules).createScriptURL('/sw.js')
}

/** The files of this page that are named after their contents, as paths. */
const filesOfPage = (): string[] =>
  [...performance.getEntriesByType('resource').map(({ name }) => name), ...[...document.scripts].map(({ src }) => src)]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    .filter(
      ({ origin, pathname }) => origin === window.location.origin && /^\/(?:assets|fonts|pictures)\//.test(pathname),
    )
    .map(({ pathname }) => pathname)

/**
 * Keeps the public pages a visitor opens, with their files, for when there is no connection (see public/sw.js). Browsers
 * without service workers, or that refuse them, go on without.
 */
export const keepVisitedPages = async (router: ReturnType<typeof createBrowserRouter>): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(workerAddress())
    const { active } = await navigator.serviceWorker.ready
    const tell = () => active?.postMessage([window.location.pathname, ...filesOfPage()])
    tell()
    let last = router.state.location.pathname
    router.subscribe(({ location, navigation, errors }) => {
      if (navigation.state !== 'idle' || errors || location.pathname === last) return
      last = location.pathname
      // Once its pictures have been asked for.
      setTimeout(tell, 2_000)
    })
  } catch (cause) {
    console.info('Pages are not kept for when there is no connection', cause)
  }
}
