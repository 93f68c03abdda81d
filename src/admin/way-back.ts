import { paths } from '@/paths'

const PARAMETER = 'from'

// Screens of the sign-in itself: coming back to them would be going in circles.
const SIGN_IN_SCREENS: readonly string[] = [paths.adminLogin.href, paths.adminResetPassword.href]

/** Returns an address of this site's admin area, or the dashboard's for anything else somebody may have put there. */
export const safeAdminPath = (wanted: string | null | undefined): string => {
  const fallback = paths.adminDashboard.href
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, window.location.origin)) return fallback
  const { origin, pathname, search, hash } = new URL(wanted, window.location.origin)
  const inside = pathname === paths.admin.href || pathname.startsWith(`${paths.admin.href}/`)
  if (origin !== window.location.origin || !inside || SIGN_IN_SCREENS.includes(pathname)) return fallback
  return `${pathname}${search}${hash}`
}

const withWayBack = (screen: string, place: string) => `${screen}?${new URLSearchParams({ [PARAMETER]: place })}`

/** The login screen's address with the way back to `place`, an address of the admin area. */
export const loginHref = (place: string): string => withWayBack(paths.adminLogin.href, place)

/** The same for the screen that replaces a password. */
export const resetHref = (place: string): string => withWayBack(paths.adminResetPassword.href, place)

/** Where somebody who has signed in goes next, by the address of the screen they did it on. */
export const placeAfterLogin = (search: URLSearchParams): string => safeAdminPath(search.get(PARAMETER))
