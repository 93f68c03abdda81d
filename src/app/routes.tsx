import { useLayoutEffect, useState } from 'react'
import { isRouteErrorResponse, type RouteObject, useRouteError } from 'react-router-dom'
import { Button, buttonClass } from '@/components/ui/button'
import { readEnv } from '@/lib/env'
import { isAppError } from '@/lib/errors'
import { loadModule, reloadOnce } from '@/lib/lazy-module'
import { CONNECTION } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'
import { paths } from '@/paths'
import { PublicLayout } from './public-layout'
import { RootLayout } from './root-layout'

const describe = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (isAppError(error, 'offline', 'timed-out')) return CONNECTION
  return loadErrorText(error, (error instanceof Error && error.message) || 'Unknown error')
}

/** Uses plain links, because the router may have failed. */
function RouteError() {
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

type Page = Pick<RouteObject, 'Component' | 'handle' | 'loader'>

const page = (id: string, path: string, load: () => Promise<Page>): RouteObject => ({
  id,
  path,
  // Photos and tabs only change the search parameters.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href,
  lazy: () => loadModule(load),
})

const publicRoutes: RouteObject[] = [
  page('home', paths.home.pattern, () => import('@/pages/home/index')),
  page('projects', paths.projects.pattern, () => import('@/pages/projects')),
  page('project', paths.project.pattern, () => import('@/pages/project')),
  page('testimonials', paths.testimonials.pattern, () => import('@/pages/testimonials')),
  page('business-card', paths.businessCard.pattern, () => import('@/pages/business-card')),
  page('terms', paths.terms.pattern, () => import('@/pages/terms-and-conditions')),
  page('privacy', paths.privacy.pattern, () => import('@/pages/privacy-policy')),
  page('maintenance', paths.maintenance.pattern, () => import('@/pages/maintenance')),
  page('not-found', '*', () => import('@/pages/not-found')),
]

// Public pages don't need the names of the admin area's files.
const loadAdmin = (id: keyof typeof import('@/admin/pages/index')['pages']) => async (): Promise<Page> =>
  (await import('@/admin/pages/index')).pages[id]()
const adminPage = (id: Parameters<typeof loadAdmin>[0], path: string) => page(id, path, loadAdmin(id))

const adminRoutes: RouteObject[] = [
  adminPage('admin-home', paths.admin.pattern),
  adminPage('admin-login', paths.adminLogin.pattern),
  adminPage('admin-dashboard', paths.adminDashboard.pattern),
  adminPage('admin-approve', paths.adminApproveTestimonial.pattern),
  adminPage('admin-users', paths.adminUserManager.pattern),
  adminPage('admin-reset', paths.adminResetPassword.pattern),
]

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        id: 'pages',
        // Keeps the cookie banner if a page fails.
        ErrorBoundary: RouteError,
        children: [
          {
            id: 'public',
            lazy: async () =>
              readEnv().VITE_UNDER_CONSTRUCTION === 'on'
                ? loadModule(() => import('./under-construction'))
                : { Component: PublicLayout },
            children: publicRoutes,
          },
          { id: 'admin', lazy: () => loadModule(loadAdmin('admin')), children: adminRoutes },
        ],
      },
    ],
  },
]
