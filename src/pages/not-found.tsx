import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { PageHandle } from '@/components/layout/seo'
import { StreetElevation } from '@/components/layout/street-elevation'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: { title: 'Page not found', description: 'This page does not exist.', path: '/404', hidden: true },
}

export function Component() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.info(`404: there is no page at ${pathname}`)
  }, [pathname])
  return (
    <div className="page-width grid min-h-[60svh] gap-x-16 lg:grid-cols-[1fr_1.1fr]">
      <div className="grid content-center justify-items-start gap-5 py-20">
        <p className="eyebrow tabular-nums">404</p>
        <h1 tabIndex={-1} className="text-4xl md:text-6xl">
          Oops! Page not found
        </h1>
        <p className="max-w-prose text-lg text-concrete-700">
          We have dug here, and there is nothing under this address. It may have moved, or never have been built.
        </p>
        <Link to={paths.home.href} className={buttonClass({ variant: 'green' })}>
          Return to Home
        </Link>
      </div>
      <StreetElevation plot="empty" className="block w-full max-w-2xl self-end justify-self-end text-ink/55" />
    </div>
  )
}
