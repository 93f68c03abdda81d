const PREFIX = /^\/auth\/v1\//

/**
 * The part of an auth address after `/auth/v1/`, as the router behind this gate reads it; undefined for other
 * addresses. The router decodes paths, so an encoded one must not pass this door unseen.
 */
export function authPath(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  let path = pathname
  try {
    path = decodeURI(pathname)
  } catch {
    // What cannot be decoded is read as it stands.
  }
  const plain = path.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return PREFIX.test(plain) ? plain.replace(PREFIX, '') : undefined
}
