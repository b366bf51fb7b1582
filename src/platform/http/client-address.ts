/**
 * The network address that limits count a request for: the connection's, or behind trusted proxies the one that they report in
 * X-Forwarded-For or Forwarded (RFC 7239). This is the only place that reads either.
 */
import type { IncomingMessage } from 'node:http'
import type { Log } from '../machine/log.ts'
import { type Address, addressOf, type TrustedProxies } from './trusted-proxies.ts'

export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Bits of an IPv6 address that one customer of a network has, with any number of addresses below. */
const CUSTOMER_BITS = 64
const MOST_CHARACTERS = 100

export function clientAddressOf(trusts: TrustedProxies, log: Log): ClientAddress {
  let isSaid = false
  return ({ headers, socket }) => {
    const peer = socket.remoteAddress ?? ''
    const address = addressOf(peer)
    if (!address) return peer
    const elements = forwardedFor(headers)
    if (elements && !trusts(address, 0) && !isSaid) {
      isSaid = true
      log(
        'warning',
        `${address} forwards requests, but is not declared as a proxy: limits count for its own address, and not for those of its clients. If it is your proxy, start the server with --trust-proxy ${address}.`,
      )
    }
    return firstUntrusted(address, elements ?? [], trusts)
  }
}

/**
 * Follows the chain from the server outwards. Each element was added by the proxy behind it, so that the first one that is not
 * trusted is the last one that is known; a client can have sent all others.
 */
function firstUntrusted(peer: Address, elements: Iterable<string>, trusts: TrustedProxies): string {
  let address = peer
  let hop = 0
  for (const element of elements) {
    if (!trusts(address, hop)) break
    const next = addressOf(hostOf(element))
    // A proxy that hides its client gives it a name.
    if (!next) return element.slice(0, MOST_CHARACTERS)
    address = next
    hop++
  }
  return countedAs(address)
}

/** IPv6 clients choose among the addresses of their network; those of a private network are given to its machines. */
export function countedAs(address: Address): string {
  if (address.kind() === 'ipv4' || ['loopback', 'linkLocal', 'uniqueLocal'].includes(address.range())) {
    return address.toString()
  }
  const network = address.toByteArray().fill(0, CUSTOMER_BITS / 8)
  return `${Buffer.from(network).toString('hex')}/${CUSTOMER_BITS}`
}

/**
 * The clients that proxies have reported, the last one first; null when no proxy has. Most proxies write X-Forwarded-For and
 * pass on a Forwarded that a client has sent, so that it counts only where there is no other header.
 */
function forwardedFor(headers: IncomingMessage['headers']): Iterable<string> | null {
  const [before, standard] = [headers['x-forwarded-for'], headers.forwarded]
  if (before !== undefined) return fromRight(String(before))
  return standard === undefined ? null : clientsOf(standard)
}

function* clientsOf(header: string): Generator<string> {
  for (const element of fromRight(header)) {
    const [, quoted, token] = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(element) ?? []
    yield quoted ?? token ?? 'unknown'
  }
}

/** The elements of a list, the last one first: a quote that a client has left open is left of all that proxies add. */
function* fromRight(list: string): Generator<string> {
  let end = list.length
  let isQuoted = false
  for (let at = end - 1; at >= -1; at--) {
    if (list[at] === '"') isQuoted = !isQuoted
    if (at >= 0 && (list[at] !== ',' || isQuoted)) continue
    const element = list.slice(at + 1, end).trim()
    if (element !== '') yield element
    end = at
  }
}

/** Returns the host without its port, and without the brackets of IPv6. */
const hostOf = (element: string): string =>
  /^\[([^\]]*)\](?::\w+)?$/.exec(element)?.[1] ?? /^(\d+(?:\.\d+){3}):\w+$/.exec(element)?.[1] ?? element
