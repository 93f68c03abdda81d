const PARAMETER = 'redirect_to'

/**
 * The address of a call with one reading only: each parameter once, spelt plainly. What follows reads the query by itself, and
 * would find another `grant_type` than the gate in `?grant%5Ftype=a&grant_type=b`.
 */
export function withPlainQuery(address: string): string {
  const url = new URL(address)
  if (url.search) url.search = new URLSearchParams(Object.fromEntries([...url.searchParams].reverse())).toString()
  return url.href
}

/**
 * The address of a call whose `redirect_to` leads to the site, or to none: the auth server takes every port of the site's
 * host for the site, and on a developer's machine those are other people's programs.
 */
export function withOwnRedirect(address: string, origins: readonly string[]): string {
  const url = new URL(address)
  const target = url.searchParams.get(PARAMETER)
  if (target === null) return address
  const isOwn = URL.canParse(target, origins[0]) && origins.includes(new URL(target, origins[0]).origin)
  if (isOwn) return address
  url.searchParams.delete(PARAMETER)
  return url.href
}
