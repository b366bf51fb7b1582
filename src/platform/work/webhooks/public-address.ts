/** Returns whether an address is on the public Internet, also when it is an IPv6 form of an IPv4 address. */
import ipaddr from 'ipaddr.js'

/** Addresses of the clouds' own services; those in reserved ranges, such as 169.254.169.254, need no entry. */
const CLOUD_SERVICES = ['168.63.129.16', '100.100.100.200']

/** Prefixes of IPv6 addresses that hold an IPv4 address, with the index of its first byte: mapped, NAT64, 6to4. */
const HOLDS_IPV4: readonly [prefix: string, byte: number][] = [
  ['::ffff:0:0/96', 12],
  // NAT64 (RFC 6052); networks without IPv4 reach public IPv4 hosts by it.
  ['64:ff9b::/96', 12],
  ['2002::/16', 2],
]
/** IPv4-compatible addresses (RFC 4291, 2.5.5.1), which ipaddr.js takes for unicast, and NAT64 of one network (RFC 8215). */
const NEVER = ['::/96', '64:ff9b:1::/48']

/**
 * False for loopback, private, link-local (including cloud metadata), multicast and reserved addresses, those of the
 * clouds' own services, and IPv6 addresses that lead to any of these. `address` must be valid.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return isPublicIpv4(parsed)
  if (NEVER.some((prefix) => matches(parsed, prefix))) return false
  const holder = HOLDS_IPV4.find(([prefix]) => matches(parsed, prefix))
  if (!holder) return parsed.range() === 'unicast'
  const [, byte] = holder
  return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(byte, byte + 4)))
}

const matches = (address: ipaddr.IPv6, prefix: string): boolean => address.match(ipaddr.IPv6.parseCIDR(prefix))

const isPublicIpv4 = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && !CLOUD_SERVICES.includes(address.toString())
