import { Outlet } from 'react-router-dom'
import { ConsentProvider } from '@/features/consent/consent-context'
import { CookieBanner } from '@/features/consent/cookie-banner'
import { PageViews } from '@/features/consent/page-views'

/** What surrounds every page, public or not: the cookie banner, first in the order of the keyboard, and page views. */
export function RootLayout() {
  return (
    <ConsentProvider>
      <CookieBanner />
      <Outlet />
      <PageViews />
    </ConsentProvider>
  )
}
