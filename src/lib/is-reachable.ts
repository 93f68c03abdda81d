/**
 * Whether the site's own server answers. A browser calls itself online with any network, also with one that leads nowhere
 * or to a server that is down: code that is missing then is no sign of a newer version.
 */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
