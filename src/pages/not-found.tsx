import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { NothingHere } from '@/components/layout/nothing-here'
import type { PageHandle } from '@/components/layout/seo'
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
    <NothingHere eyebrow="404" title="Oops! Page not found" back={{ to: paths.home.href, label: 'Return to Home' }}>
      We have dug here, and there is nothing under this address. It may have moved, or never have been built.
    </NothingHere>
  )
}
