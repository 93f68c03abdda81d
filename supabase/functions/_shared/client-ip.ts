const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

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

/**
 * The IP address (IPv6: its /64 network) that a request came from, for limits.
 * `cf-connecting-ip` is written by the hosted platform's edge and cannot be sent by a caller; the embedded
 * backend removes it and writes `x-forwarded-for` itself.
 */
export const clientIp = (request: Request): string => {
  const header = request.headers.get('cf-connecting-ip') ?? request.headers.get('x-forwarded-for') ?? ''
  const address = (header.split(',')[0] ?? '').trim().replace(/%.*$/, '')
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped) return mapped
  return address.includes(':') ? networkOf(address) : address || 'unknown'
}
