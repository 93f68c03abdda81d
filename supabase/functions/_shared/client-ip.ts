import ipaddr from 'ipaddr.js'

// The platform's machines, never a visitor.
const INTERNAL = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal']

// Callers can send thousands of addresses ahead of those that proxies append.
const HOPS_MAX = 20

const parseAddresses = (text: string | null) =>
  (text ?? '')
    .split(',')
    .slice(-HOPS_MAX)
    .map((part) => part.trim())
    .filter((part) => ipaddr.isValid(part))
    .map((part) => ipaddr.process(part))

/**
 * Returns the IP address (IPv6: /64 network) for rate limits. Callers can't forge it, because Cloudflare sets
 * `cf-connecting-ip` and proxies append their peer to `x-forwarded-for`.
 */
export const clientIp = ({ headers }: Request): string => {
  const [vouched] = parseAddresses(headers.get('cf-connecting-ip'))
  const hops = parseAddresses(headers.get('x-forwarded-for'))
  const address = vouched ?? hops.findLast((hop) => !INTERNAL.includes(hop.range())) ?? hops.at(-1)
  if (!address) return 'unknown'
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}
