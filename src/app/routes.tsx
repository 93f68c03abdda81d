import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import type { Route } from '@/router'
import { pageModule } from './page-module'
import { PublicLayout } from './public-layout'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

// Each page module is its own chunk and exports `Component`; this table is the only place that reaches admin/.
const publicRoutes: readonly Route[] = [
  { id: 'home', path: paths.home.pattern, lazy: pageModule(() => import('@/pages/home/index')) },
  { id: 'projects', patient: true, path: paths.projects.pattern, lazy: pageModule(() => import('@/pages/projects')) },
  { id: 'project', patient: true, path: paths.project.pattern, lazy: pageModule(() => import('@/pages/project')) },
  {
    id: 'testimonials',
    patient: true,
    path: paths.testimonials.pattern,
    lazy: pageModule(() => import('@/pages/testimonials')),
  },
  {
    id: 'business-card',
    patient: true,
    path: paths.businessCard.pattern,
    lazy: pageModule(() => import('@/pages/business-card')),
  },
  {
    id: 'terms',
    patient: true,
    path: paths.terms.pattern,
    lazy: pageModule(() => import('@/pages/terms-and-conditions')),
  },
  {
    id: 'privacy',
    patient: true,
    path: paths.privacy.pattern,
    lazy: pageModule(() => import('@/pages/privacy-policy')),
  },
  { id: 'maintenance', path: paths.maintenance.pattern, lazy: pageModule(() => import('@/pages/maintenance')) },
  { id: 'not-found', patient: true, path: '*', lazy: pageModule(() => import('@/pages/not-found')) },
]

const adminRoutes: readonly Route[] = [
  { id: 'admin-home', path: paths.admin.pattern, redirect: paths.adminDashboard.href },
  { id: 'admin-login', path: paths.adminLogin.pattern, lazy: pageModule(() => import('@/admin/pages/login')) },
  {
    id: 'admin-dashboard',
    path: paths.adminDashboard.pattern,
    lazy: pageModule(() => import('@/admin/pages/dashboard/index')),
  },
  {
    id: 'admin-approve',
    path: paths.adminApproveTestimonial.pattern,
    lazy: pageModule(() => import('@/admin/pages/dashboard/index')),
  },
  {
    id: 'admin-users',
    path: paths.adminUserManager.pattern,
    lazy: pageModule(() => import('@/admin/pages/user-manager')),
  },
  {
    id: 'admin-reset',
    path: paths.adminResetPassword.pattern,
    lazy: pageModule(() => import('@/admin/pages/reset-password')),
  },
]

// Only a site under construction downloads what it shows instead of its pages.
const publicFrame = async () =>
  readEnv(import.meta.env).VITE_UNDER_CONSTRUCTION === 'on'
    ? await pageModule(() => import('./under-construction'))()
    : { Component: PublicLayout }

/** Every route of the site. The error page stands around all of them. */
export const routes: readonly Route[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: RouteError,
    children: [
      {
        id: 'pages',
        // An error caught here leaves the root's cookie banner in place.
        ErrorBoundary: RouteError,
        children: [
          { id: 'public', lazy: publicFrame, children: publicRoutes },
          {
            id: 'admin',
            lazy: pageModule(() => import('@/admin/layout')),
            children: adminRoutes,
          },
        ],
      },
    ],
  },
]
