import { paths } from '@/paths'

const PARAMETER = 'from'

const SIGN_IN_SCREENS: readonly string[] = [paths.adminLogin.href, paths.adminResetPassword.href]

const withReturn = (screen: string, to: string) => `${screen}?${new URLSearchParams({ [PARAMETER]: to })}`

/** The URL of the login screen that returns to `to`, a path of the admin area. */
export const loginHref = (to: string): string => withReturn(paths.adminLogin.href, to)

/** The URL of the reset-password screen that returns to `to`. */
export const resetHref = (to: string): string => withReturn(paths.adminResetPassword.href, to)

/** Where to go after signing in: the path asked for if it is inside the admin area, else the dashboard. */
export const pathAfterLogin = (search: URLSearchParams): string => {
  const fallback = paths.adminDashboard.href
  const wanted = search.get(PARAMETER)
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, window.location.origin)) return fallback
  const { origin, pathname, search: query, hash } = new URL(wanted, window.location.origin)
  const inside = pathname === paths.admin.href || pathname.startsWith(`${paths.admin.href}/`)
  if (origin !== window.location.origin || !inside || SIGN_IN_SCREENS.includes(pathname)) return fallback
  return `${pathname}${query}${hash}`
}
