import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { parseUrl } from '@/lib/polyfills'
import { paths } from '@/paths'

export const SIGN_IN_SCREENS: readonly string[] = [paths.adminLogin.href, paths.adminResetPassword.href]

const returnStateSchema = v.object({ from: v.string() })

/** Returns state for a link to a sign-in screen, which then returns here. Foreign links can't set history state. */
export const useReturnState = (): v.InferOutput<typeof returnStateSchema> => {
  const { pathname, search, hash } = useLocation()
  return { from: `${pathname}${search}${hash}` }
}

/** Returns the path in `state` if it is in the admin area, otherwise the dashboard. */
export const getReturnPath = (state: unknown): string => {
  const fallback = paths.adminDashboard.href
  const { success, output } = v.safeParse(returnStateSchema, state)
  const target = success && output.from.startsWith('/') && parseUrl(output.from, window.location.origin)
  if (!target) return fallback
  const { origin, pathname, search, hash } = target
  const isInAdmin = pathname === paths.admin.href || pathname.startsWith(`${paths.admin.href}/`)
  if (origin !== window.location.origin || !isInAdmin || SIGN_IN_SCREENS.includes(pathname)) return fallback
  return `${pathname}${search}${hash}`
}
