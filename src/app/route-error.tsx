import { useLayoutEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { isReachable } from '@/lib/is-reachable'
import { paths } from '@/paths'
import { useRouteError } from '@/router'
import { claimFullLoad } from './full-load'
import { MissingPage } from './page-module'

const describe = (error: unknown): string => {
  if (error instanceof Response) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error && error.message ? error.message : 'Unknown error'
}

/**
 * Whether the page is being loaded anew. A page whose code is gone has most likely a newer version on the server, and the
 * address is already the one the visitor asked for.
 */
const useFullLoad = (error: unknown): boolean => {
  const [leaving, setLeaving] = useState(error instanceof MissingPage && navigator.onLine)
  const asked = useRef(false)
  // Before anything is drawn, or the error page would flash up.
  useLayoutEffect(() => {
    if (!leaving || asked.current) return
    asked.current = true
    void isReachable().then((answers) => {
      if (answers && claimFullLoad()) window.location.reload()
      else setLeaving(false)
    })
  }, [leaving])
  return leaving
}

/** Last resort for anything that fails while a page loads or renders. Links are plain: the router may be what failed. */
export function RouteError() {
  const error = useRouteError()
  if (useFullLoad(error)) return null
  return (
    <main id="main" tabIndex={-1} className="page-width grid min-h-svh content-center gap-5 py-16">
      <title>Unexpected Application Error!</title>
      <h1 className="text-4xl">Unexpected Application Error!</h1>
      <p className="max-w-prose font-mono text-concrete-700">{describe(error)}</p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className={buttonClass({ variant: 'green' })} onClick={() => window.location.reload()}>
          Try again
        </button>
        <a href={paths.home.href} className={buttonClass({ variant: 'outline' })}>
          Return to Home
        </a>
      </p>
    </main>
  )
}
