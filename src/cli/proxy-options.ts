/** The options of a server that a proxy stands before. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type TrustedProxies, trustedProxiesOf } from '../platform/http/trusted-proxies.ts'
import type { PlatformOptions } from '../platform/platform.ts'

export interface ProxyOptions {
  publicUrl?: string
  allowedHost?: string[]
  trustProxy?: TrustedProxies
}

export const withProxyOptions = (command: Command): Command =>
  command
    .option('--public-url <url>', 'address that callers use, when the server is behind a proxy', parsePublicUrl)
    .addOption(
      new Option('--allowed-host <name>', 'further name by which callers use the server; can be repeated').argParser(
        (text, before: string[] = []) => [...before, parseHost(text)],
      ),
    )
    .addOption(
      new Option(
        '--trust-proxy <addresses>',
        'proxies that name the addresses of their clients, as in 127.0.0.1,10.0.0.0/8; or how many stand before the server',
      ).argParser(parseProxies),
    )

export const proxyOf = ({
  publicUrl,
  allowedHost,
  trustProxy,
}: ProxyOptions): Pick<PlatformOptions, 'publicUrl' | 'allowedHosts' | 'trustProxy'> => ({
  ...(publicUrl && { publicUrl }),
  ...(allowedHost && { allowedHosts: allowedHost }),
  ...(trustProxy && { trustProxy }),
})

/** @throws InvalidArgumentError */
export function parsePublicUrl(text: string): string {
  const url = /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url && !url.username && !url.search && !url.hash) return url.origin + url.pathname.replace(/\/$/, '')
  throw new InvalidArgumentError('An address is such as https://sightline.example.com.')
}

function parseHost(text: string): string {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null
  if (url && url.href === `http://${url.host}/` && !text.endsWith('/')) return url.host
  throw new InvalidArgumentError('A name is such as sightline.example.com, without https:// and a path.')
}

function parseProxies(text: string): TrustedProxies {
  const proxies = trustedProxiesOf(text)
  if (proxies) return proxies
  throw new InvalidArgumentError(
    'Name the addresses or networks of the proxies, such as 127.0.0.1 or 10.1.0.0/16, separated by commas, or how many stand before the server, 1 to 10.',
  )
}
