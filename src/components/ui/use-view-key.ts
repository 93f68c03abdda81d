import { useLocation } from 'react-router-dom'

type Address = { pathname: string; search: string }

/** What an address opens: its path and, of its parameters, those that open a page of their own. */
export const toViewKey = ({ pathname, search }: Address, ...parameters: readonly string[]): string => {
  const asked = new URLSearchParams(search)
  return [pathname, ...parameters.map((name) => asked.get(name))].join(' ')
}

/** `toViewKey` the page's own address. */
export const useViewKey = (...parameters: readonly string[]): string => toViewKey(useLocation(), ...parameters)
