import { useLocation } from 'react-router-dom'

type Address = { pathname: string; search: string }

/** Returns the view that a URL opens: its path and the given parameters. */
export const toViewKey = ({ pathname, search }: Address, ...parameters: readonly string[]): string => {
  const query = new URLSearchParams(search)
  return [pathname, ...parameters.map((name) => query.get(name))].join(' ')
}

/** Returns the current URL's `toViewKey`. */
export const useViewKey = (...parameters: readonly string[]): string => toViewKey(useLocation(), ...parameters)
