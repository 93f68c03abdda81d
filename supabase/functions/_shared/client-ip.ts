const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

// Loopback, link-local, private networks and shared address space (RFC 6598): the platform's own machines, never a visitor.
const INTERNAL =
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::1$|f[cd]|fe[89ab])/i

// A household or server is handed a whole /64, so one IPv6 address is no limit at all.
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::')
  const groups = head ? head.split(':') : []
  const rest = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const full = [...groups, ...Array<string>(missing).fill('0'), ...rest]
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}

const addressOf = (text: string): string => {
  const address = text.trim().replace(/%.*$/, '')
  return MAPPED_IPV4.exec(address)?.[1] ?? address
}

/** The last address that is not internal: each proxy appends whom it heard from, so what a caller wrote is further left. */
const lastHop = (forwardedFor: string): string => {
  const hops = forwardedFor.split(',').map(addressOf).filter(Boolean)
  return hops.findLast((hop) => !INTERNAL.test(hop)) ?? hops.at(-1) ?? ''
}

/**
 * The IP address (IPv6: its /64 network) that a request came from, for limits; never one that a caller can write.
 * The hosted platform's edge (Cloudflare) writes `cf-connecting-ip` whatever a caller sends. The embedded backend removes
 * it and writes `x-forwarded-for` itself.
 */
export const clientIp = ({ headers }: Request): string => {
  const vouched = addressOf(headers.get('cf-connecting-ip') ?? '')
  const address = vouched || lastHop(headers.get('x-forwarded-for') ?? '')
  return address.includes(':') ? networkOf(address) : address || 'unknown'
}
