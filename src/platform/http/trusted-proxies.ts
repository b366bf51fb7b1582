/** The proxies before a server whose word about their clients is believed. */
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `hop`: the number of proxies between the address and the server. */
export type TrustedProxies = (address: Address, hop: number) => boolean

export const NO_PROXIES: TrustedProxies = () => false

const MOST_HOPS = 10

/** Null for a text that is no address. IPv4 addresses that a socket for IPv6 reports are those of IPv4. */
export function addressOf(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return null
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/**
 * `text`: addresses and networks (10.1.0.0/16), separated by commas, or a number of hops: so many proxies stand before the
 * server, whatever their addresses, and nobody else reaches it. Null for another text.
 */
export function trustedProxiesOf(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= MOST_HOPS ? (_address, hop) => hop < hops : null
  }
  const networks = text.split(',').map((part) => networkOf(part.trim()))
  if (!networks.every((network) => network !== null)) return null
  return (address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

function networkOf(text: string): [Address, number] | null {
  const [first = '', bits, ...more] = text.split('/')
  const address = addressOf(first)
  if (!address || more.length > 0) return null
  const all = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, all]
  // A network of all addresses would let every client choose its own.
  const isLength = /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= all
  return isLength ? [address, Number(bits)] : null
}
