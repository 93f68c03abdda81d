import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { NotFoundNotice } from '@/components/layout/nothing-here'
import type { PageHandle } from '@/components/layout/seo'
import { paths } from '@/paths'

export const handle: PageHandle = {
  meta: { title: 'Page not found', description: 'This page doesn’t exist.', path: '/404', hidden: true },
}

export function Component() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.info(`404: there is no page at ${pathname}`)
  }, [pathname])
  return (
    <NotFoundNotice eyebrow="404" title="Oops! Page not found" back={{ to: paths.home.href, label: 'Return to Home' }}>
      We’ve dug here and found nothing. The page may have moved, or it was never built.
    </NotFoundNotice>
  )
}
