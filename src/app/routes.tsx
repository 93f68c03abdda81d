import type { RouteObject } from 'react-router-dom'
import { readEnv } from '@/lib/env'
import { loadModule } from '@/lib/lazy-module'
import { paths } from '@/paths'
import { PublicLayout } from './public-layout'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

type Page = Pick<RouteObject, 'Component' | 'handle' | 'loader'>

const page = (id: string, path: string, load: () => Promise<Page>): RouteObject => ({
  id,
  path,
  // An open photo or a chosen tab is another search on the same page.
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

const dashboard = () => import('@/admin/pages/dashboard/index')
const adminRoutes: RouteObject[] = [
  page('admin-home', paths.admin.pattern, dashboard),
  page('admin-login', paths.adminLogin.pattern, () => import('@/admin/pages/login')),
  page('admin-dashboard', paths.adminDashboard.pattern, dashboard),
  page('admin-approve', paths.adminApproveTestimonial.pattern, dashboard),
  page('admin-users', paths.adminUserManager.pattern, () => import('@/admin/pages/user-manager')),
  page('admin-reset', paths.adminResetPassword.pattern, () => import('@/admin/pages/reset-password')),
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
        // Caught here, an error leaves the root's cookie banner in place.
        ErrorBoundary: RouteError,
        children: [
          {
            id: 'public',
            // Only a site under construction downloads its placeholder.
            lazy: async () =>
              readEnv().VITE_UNDER_CONSTRUCTION === 'on'
                ? loadModule(() => import('./under-construction'))
                : { Component: PublicLayout },
            children: publicRoutes,
          },
          { id: 'admin', lazy: () => loadModule(() => import('@/admin/pages/layout')), children: adminRoutes },
        ],
      },
    ],
  },
]
