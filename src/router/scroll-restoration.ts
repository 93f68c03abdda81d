import { useLayoutEffect, useRef } from 'react'
import { scrollPositions } from '@/storage/scroll-positions'
import { useRouter, useRouterState } from './context'
import type { Location } from './history'
import { decode } from './routes'

// The first page of every visit has the key 'default': without its address, an old visit's place would win over the
// section that a link names.
const visitOf = ({ key, pathname, hash }: Location) => (key === 'default' ? pathname + hash : key)

/**
 * Scrolls as a browser does between plain pages: to the top of a new page or to the section it names, and on the way back to
 * where the visitor was. The first page is left to the browser. Draws nothing.
 */
export function ScrollRestoration() {
  const router = useRouter()
  const { location, historyAction, preventScrollReset } = useRouterState()
  const positions = useRef<Record<string, unknown>>(undefined)
  const previous = useRef(location)

  useLayoutEffect(() => {
    const known = positions.current ?? scrollPositions.read()
    positions.current = known
    const remember = () => {
      known[visitOf(previous.current)] = window.scrollY
    }
    const leave = () => {
      remember()
      scrollPositions.write(known)
      window.history.scrollRestoration = 'auto'
    }
    const stay = () => {
      window.history.scrollRestoration = 'manual'
    }
    stay()
    const stop = router.subscribe(remember)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', stay)
    return () => {
      leave()
      stop()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', stay)
    }
  }, [router])

  useLayoutEffect(() => {
    if (previous.current === location) return
    previous.current = location
    const before = historyAction === 'POP' ? positions.current?.[visitOf(location)] : undefined
    const section = location.hash && document.getElementById(decode(location.hash.slice(1)))
    if (typeof before === 'number') window.scrollTo(0, before)
    else if (section && !preventScrollReset) section.scrollIntoView()
    else if (!preventScrollReset) window.scrollTo(0, 0)
  }, [location, historyAction, preventScrollReset])

  return null
}
