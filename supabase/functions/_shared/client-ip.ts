import ipaddr from 'ipaddr.js'

// The platform's own machines, never a visitor.
const INTERNAL = ['loopback', 'linkLocal', 'private', 'carrierGradeNat', 'uniqueLocal']

// A caller may send thousands before those that the proxies append.
const HOPS_MAX = 20

const parseAddresses = (text: string | null) =>
  (text ?? '')
    .split(',')
    .slice(-HOPS_MAX)
    .map((part) => part.trim())
    .filter((part) => ipaddr.isValid(part))
    .map((part) => ipaddr.process(part))

/**
 * The IP address (IPv6: its /64 network) that limits count; never one that a caller can write: the platform's edge (Cloudflare)
 * writes `cf-connecting-ip` itself, and each proxy appends to `x-forwarded-for` whom it heard from.
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
