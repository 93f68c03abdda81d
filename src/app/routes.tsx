import { type RouteObject, redirect } from 'react-router-dom'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { PublicLayout } from './public-layout'
import { RootLayout } from './root-layout'
import { RouteError } from './route-error'

// Each page module is its own chunk and exports `Component`; this table is the only place that reaches admin/.
const publicRoutes: RouteObject[] = [
  { id: 'home', path: paths.home.pattern, lazy: () => import('@/pages/home/index') },
  { id: 'projects', path: paths.projects.pattern, lazy: () => import('@/pages/projects') },
  { id: 'project', path: paths.project.pattern, lazy: () => import('@/pages/project') },
  { id: 'testimonials', path: paths.testimonials.pattern, lazy: () => import('@/pages/testimonials') },
  { id: 'business-card', path: paths.businessCard.pattern, lazy: () => import('@/pages/business-card') },
  { id: 'terms', path: paths.terms.pattern, lazy: () => import('@/pages/terms-and-conditions') },
  { id: 'privacy', path: paths.privacy.pattern, lazy: () => import('@/pages/privacy-policy') },
  { id: 'maintenance', path: paths.maintenance.pattern, lazy: () => import('@/pages/maintenance') },
  { id: 'not-found', path: '*', lazy: () => import('@/pages/not-found') },
]

const adminRoutes: RouteObject[] = [
  { id: 'admin-home', index: true, loader: () => redirect(paths.adminDashboard.href) },
  { id: 'admin-login', path: paths.adminLogin.pattern, lazy: () => import('@/admin/pages/login') },
  { id: 'admin-dashboard', path: paths.adminDashboard.pattern, lazy: () => import('@/admin/pages/dashboard/index') },
  {
    id: 'admin-approve',
    path: paths.adminApproveTestimonial.pattern,
    lazy: () => import('@/admin/pages/dashboard/index'),
  },
  { id: 'admin-users', path: paths.adminUserManager.pattern, lazy: () => import('@/admin/pages/user-manager') },
  { id: 'admin-reset', path: paths.adminResetPassword.pattern, lazy: () => import('@/admin/pages/reset-password') },
]

// Only a site under construction downloads what it shows instead of its pages.
const publicFrame = async () =>
  readEnv(import.meta.env).VITE_UNDER_CONSTRUCTION === 'on'
    ? await import('./under-construction')
    : { Component: PublicLayout }

/** Every route of the site. The error page stands around all of them. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: RouteError,
    // Shown only where nothing is prerendered (admin), while the page's code loads.
    HydrateFallback: () => null,
    children: [
      {
        id: 'pages',
        // An error caught here leaves the root's cookie banner in place.
        ErrorBoundary: RouteError,
        children: [
          { id: 'public', lazy: publicFrame, children: publicRoutes },
          { id: 'admin', path: paths.admin.pattern, lazy: () => import('@/admin/layout'), children: adminRoutes },
        ],
      },
    ],
  },
]
