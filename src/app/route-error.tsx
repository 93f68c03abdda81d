import { useLayoutEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { Button, buttonClass } from '@/components/ui/button'
import { isAppError } from '@/lib/errors'
import { reloadOnce } from '@/lib/lazy-module'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'
import { paths } from '@/paths'

const describe = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (isAppError(error, 'offline', 'timed-out')) return CONNECTION
  return loadErrorText(error, (error instanceof Error && error.message) || 'Unknown error')
}

/** Shown when a page fails to load or render. Its links are plain: the router may be what failed. */
export function RouteError() {
  const error = useRouteError()
  const isOutdated = isAppError(error, 'outdated')
  const [isReloading, setIsReloading] = useState(isOutdated)
  useLayoutEffect(() => {
    if (isOutdated) setIsReloading(reloadOnce())
  }, [isOutdated])
  if (isReloading) return null
  return (
    <main id="main" tabIndex={-1} className="page-width grid min-h-svh content-center gap-5 py-16">
      <title>Unexpected Application Error!</title>
      <h1 className="text-4xl">Unexpected Application Error!</h1>
      <p className="max-w-prose font-mono text-concrete-700">{describe(error)}</p>
      <p className="flex flex-wrap gap-3">
        <Button variant="green" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <a href={paths.home.href} className={buttonClass({ variant: 'outline' })}>
          Return to Home
        </a>
      </p>
    </main>
  )
}
