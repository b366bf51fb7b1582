/** The addresses that a webhook may call: the public Internet over HTTPS, nothing inside this network. */

import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RefusedAddress } from './connection-failure.ts'
import { isPublicAddress } from './public-address.ts'

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
