/** The addresses that a webhook may call: the public Internet over HTTPS, nothing inside this network. */

import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RefusedAddress } from './connection-failure.ts'

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
 * Returns whether an address is on the public Internet, also when it is an IPv6 form of an IPv4 address.
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

/**
 * The reason why the address can't be called; null when it can. Host names are looked up at delivery.
 */
export function whyNotPublic(url: string): Message | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed) return message('webhook.no_web_address', { url })
  if (parsed.protocol !== 'https:') return message('webhook.not_https')
  if (parsed.username || parsed.password) return message('webhook.holds_password')
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isInternalName = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i.test(host)
  if (
    isInternalName ||
    (ipaddr.isValid(host) && !isPublicAddress(host)) ||
    (!host.includes('.') && !host.includes(':'))
  ) {
    return message('webhook.private_network', { host })
  }
  return null
}

/** Looks a host up as the system does, and rejects it when it resolves to an address that is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new RefusedAddress(message('webhook.leads_inside', { host: hostname })), '', 0)
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
