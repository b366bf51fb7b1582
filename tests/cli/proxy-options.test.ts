/** The options of a server behind a proxy. */
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { type ProxyOptions, proxyOf, withProxyOptions } from '../../src/cli/serve-options.ts'
import { addressOf } from '../../src/platform/http/trusted-proxies.ts'

function parsed(...args: string[]) {
  const command = withProxyOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  return proxyOf(command.parse(args, { from: 'user' }).opts<ProxyOptions>())
}

it('gives the server its names and its proxies', () => {
  expect(parsed()).toEqual({})
  const names = ['--allowed-host', 'Vision.example.net', '--allowed-host', '[fd00::1]']
  const proxy = parsed('--public-url', 'https://sightline.example.com:443/', ...names, '--trust-proxy', '10.1.0.0/16')
  expect(proxy).toMatchObject({
    publicUrl: 'https://sightline.example.com',
    allowedHosts: ['vision.example.net', '[fd00::1]'],
  })
  const trusted = ['10.1.2.3', '10.2.0.1'].map((text) => proxy.trustProxy?.(addressOf(text) as never, 0))
  expect(trusted).toEqual([true, false])
})

it.each([
  ['--public-url', 'sightline.example.com'],
  ['--public-url', 'https://user@example.com'],
  ['--public-url', 'ftp://example.com'],
  ['--allowed-host', 'https://example.com'],
  ['--allowed-host', 'example.com/'],
  ['--allowed-host', 'user@example.com'],
  ['--allowed-host', ''],
  ['--trust-proxy', 'caddy'],
  ['--trust-proxy', '0'],
])('rejects %s %s', (option, value) => {
  expect(() => parsed(option, value)).toThrow(/such as/)
})
