import { useLocation } from 'react-router-dom'

/** What the address opens: its path and, of its parameters, those that open a page of their own. */
export const usePlace = (...parameters: readonly string[]): string => {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  return [pathname, ...parameters.map((name) => asked.get(name))].join(' ')
}
