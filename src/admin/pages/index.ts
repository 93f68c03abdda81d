const dashboard = () => import('./dashboard/index')

/** Modules of the admin routes by id. */
export const pages = {
  admin: () => import('./layout'),
  'admin-home': dashboard,
  'admin-login': () => import('./login'),
  'admin-dashboard': dashboard,
  'admin-approve': dashboard,
  'admin-users': () => import('./user-manager'),
  'admin-reset': () => import('./reset-password'),
} as const
