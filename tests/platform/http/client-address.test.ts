/** The address that limits count, by the connection and the headers of proxies. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clientAddressOf } from '../../../src/platform/http/client-address.ts'
import { type TrustedProxies, trustedProxiesOf } from '../../../src/platform/http/trusted-proxies.ts'

const PROXIES = trustedProxiesOf('127.0.0.1, 10.1.0.0/16, 2001:db8:aa::/48') as TrustedProxies

function addressOf(headers: IncomingHttpHeaders, remoteAddress = '127.0.0.1', trusts = PROXIES): string {
  return clientAddressOf(trusts, () => undefined)({ headers, socket: { remoteAddress } as Socket })
}

it.each([
  ['203.0.113.1', '203.0.113.1'],
  // Added by clients, in front of what the proxy knows.
  ['198.51.100.7, 203.0.113.1', '203.0.113.1'],
  ['127.0.0.1, 203.0.113.1', '203.0.113.1'],
  ['nonsense,"a, 203.0.113.1', '203.0.113.1'],
  [`${'a,'.repeat(5000)}203.0.113.1`, '203.0.113.1'],
  // By way of further proxies of ours.
  ['203.0.113.1, 10.1.2.3', '203.0.113.1'],
  ['198.51.100.7,203.0.113.1 , 10.1.2.3,10.1.2.4', '203.0.113.1'],
  ['203.0.113.1, 10.2.2.3', '10.2.2.3'],
  // A client that is among the proxies, and nobody.
  ['10.1.2.3', '10.1.2.3'],
  ['', '127.0.0.1'],
  [' , ', '127.0.0.1'],
  // Some proxies write ports.
  ['203.0.113.1:4711', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['[::ffff:203.0.113.1]:4711', '203.0.113.1'],
  // No address: of a proxy that hides its client.
  ['unknown', 'unknown'],
  ['203.0.113.1, unknown', 'unknown'],
  ['203.0.113.1, 7', '7'],
])('reads X-Forwarded-For: %s', (header, address) => {
  expect(addressOf({ 'x-forwarded-for': header })).toBe(address)
})

it.each([
  ['for=203.0.113.1', '203.0.113.1'],
  ['For="203.0.113.1:4711";proto=https;by=10.1.0.1', '203.0.113.1'],
  ['by=10.1.0.1; for=203.0.113.1', '203.0.113.1'],
  ['for=198.51.100.7, for=203.0.113.1, for=10.1.2.3', '203.0.113.1'],
  // A client leaves a quote open, or hides an element in one.
  ['for="198.51.100.7, for=203.0.113.1', '203.0.113.1'],
  ['for="198.51.100.7\\", for="203.0.113.1"', '203.0.113.1'],
  ['for="_a, for=198.51.100.7", for=203.0.113.1', '203.0.113.1'],
  ['proto=https, for=_hidden', '_hidden'],
  ['for=203.0.113.1, proto=https', 'unknown'],
  ['for="[::ffff:203.0.113.1]:4711"', '203.0.113.1'],
])('reads Forwarded: %s', (header, address) => {
  expect(addressOf({ forwarded: header })).toBe(address)
})

it('ignores a Forwarded that a client has sent through a proxy that writes X-Forwarded-For', () => {
  expect(addressOf({ forwarded: 'for=198.51.100.7', 'x-forwarded-for': '203.0.113.1' })).toBe('203.0.113.1')
})

it('counts the network of 64 bits of an IPv6 client, and not the addresses in it', () => {
  const of = (client: string) => addressOf({ 'x-forwarded-for': client })
  expect(of('2001:db8:1:2::1')).toBe(of('[2001:db8:1:2:ffff::9]:443'))
  expect(addressOf({ forwarded: 'for="[2001:db8:1:2::3]:99"' })).toBe(of('2001:db8:1:2::1'))
  expect(of('2001:db8:1:3::1')).not.toBe(of('2001:db8:1:2::1'))
  expect(of('fd00::1')).not.toBe(of('fd00::2'))
  expect(of('203.0.113.1, 2001:db8:aa::5')).toBe('203.0.113.1')
})

describe('the connection', () => {
  it.each(['127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.1.9.9', '2001:db8:aa:7::1'])(
    'of %s is a trusted one',
    (peer) => {
      expect(addressOf({ 'x-forwarded-for': '203.0.113.1' }, peer)).toBe('203.0.113.1')
    },
  )

  it.each(['127.0.0.2', '::1', '10.2.0.1'])('of %s is none, and its headers are not believed', (peer) => {
    expect(addressOf({ 'x-forwarded-for': '203.0.113.1', forwarded: 'for=203.0.113.1' }, peer)).toBe(peer)
  })

  it('counts by hops, whatever the addresses of the proxies', () => {
    const two = trustedProxiesOf('2') as TrustedProxies
    expect(addressOf({ 'x-forwarded-for': '198.51.100.7, 203.0.113.1, 192.0.2.9' }, '192.0.2.1', two)).toBe(
      '203.0.113.1',
    )
    expect(addressOf({ 'x-forwarded-for': '203.0.113.1' }, '192.0.2.1', two)).toBe('203.0.113.1')
    expect(addressOf({}, '192.0.2.1', two)).toBe('192.0.2.1')
  })
})

it('names an undeclared proxy in the log, once', () => {
  const lines: string[] = []
  const of = clientAddressOf(PROXIES, (level, line) => lines.push(`${level} ${line}`))
  const call = (remoteAddress: string, headers: IncomingHttpHeaders) =>
    of({ headers, socket: { remoteAddress } as Socket })
  call('192.0.2.1', {})
  call('127.0.0.1', { 'x-forwarded-for': '203.0.113.1' })
  expect(lines).toEqual([])
  for (const peer of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) call(peer, { forwarded: 'for=203.0.113.1' })
  expect(lines).toEqual([expect.stringMatching(/^warning 192\.0\.2\.1 forwards .*--trust-proxy 192\.0\.2\.1\.$/)])
})

it.each([
  '',
  '0',
  '11',
  'loopback',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  '10.0.0',
  '127.0.0.1,',
  '10.0.0.0/8/8',
  '1.2.3.4:80',
])('takes “%s” for no proxies', (text) => {
  expect(trustedProxiesOf(text)).toBeNull()
})
