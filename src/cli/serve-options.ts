/**
 * The options of `sightline serve`: the proxies before it, its mail server, and the OpenID Connect provider of its
 * people.
 */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type OpenIdOptions, TOKEN_AUTHS } from '../platform/accounts/sign-in/openid-provider.ts'
import { isLoopbackHost } from '../platform/http/auth.ts'
import { type TrustedProxies, trustedProxiesOf } from '../platform/http/trusted-proxies.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { CommandFailure } from './terminal.ts'

export interface ProxyOptions {
  publicUrl?: string
  allowedHost?: string[]
  trustProxy?: TrustedProxies
}

/** The options of a server that a proxy stands before. */
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

export interface MailOptions {
  smtp?: string
  mailFrom?: string
}

/** The options of the mail server that sends invites. */
export const withMailOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--smtp <url>', 'mail server that sends invites, as in smtp://user:password@mail.example.com:587').env(
        'SIGHTLINE_SMTP',
      ),
    )
    .addOption(
      new Option('--mail-from <address>', 'sender of mail, as in "Sightline <sightline@example.com>"').env(
        'SIGHTLINE_MAIL_FROM',
      ),
    )

/**
 * Checked here and not by commander, whose error would repeat the address with its password.
 * @throws CommandFailure when only one of the two is given, or the address is not that of a mail server
 */
export function mailOf({ smtp, mailFrom }: MailOptions): Pick<PlatformOptions, 'mail'> {
  if (smtp === undefined && mailFrom === undefined) return {}
  if (smtp === undefined) throw new CommandFailure('Name the mail server with --smtp.')
  if (mailFrom === undefined) throw new CommandFailure('Name the sender of mail with --mail-from.')
  const url = URL.canParse(smtp) ? new URL(smtp) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new CommandFailure('Write the mail server of --smtp as smtp://HOST:PORT or smtps://HOST:PORT.')
  }
  return { mail: { smtp, from: mailFrom } }
}

export interface OidcOptions {
  oidcIssuer?: string
  oidcClientId?: string
  oidcClientSecret?: string
  oidcName?: string
  oidcTokenAuth: OpenIdOptions['tokenAuth']
}

const SECRET = 'SIGHTLINE_OIDC_CLIENT_SECRET'

/** The options of the OpenID Connect provider that people sign in with. */
export const withOidcOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--oidc-issuer <url>', 'OpenID Connect provider that people sign in with').env(
        'SIGHTLINE_OIDC_ISSUER',
      ),
    )
    .addOption(new Option('--oidc-client-id <id>', 'id of this server at the provider').env('SIGHTLINE_OIDC_CLIENT_ID'))
    .addOption(new Option('--oidc-client-secret <secret>', 'secret of this server at the provider').env(SECRET))
    .addOption(
      new Option('--oidc-name <name>', 'name of the provider on buttons (default: its host)').env(
        'SIGHTLINE_OIDC_NAME',
      ),
    )
    .addOption(
      new Option('--oidc-token-auth <method>', 'how the secret is sent to the provider')
        .choices(TOKEN_AUTHS)
        .default('client_secret_basic')
        .env('SIGHTLINE_OIDC_TOKEN_AUTH'),
    )

/**
 * Removes the secret from `env`, since child processes inherit it.
 * @throws CommandFailure when a part or the address of the server is missing, or the issuer is no such address
 */
export function openIdOf(
  { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcTokenAuth }: OidcOptions,
  publicUrl: string | undefined,
  env: NodeJS.ProcessEnv,
): Pick<PlatformOptions, 'openId'> {
  delete env[SECRET]
  const parts = [
    ['--oidc-issuer', oidcIssuer],
    ['--oidc-client-id', oidcClientId],
    ['--oidc-client-secret', oidcClientSecret],
  ] as const
  if (!oidcIssuer || !oidcClientId || !oidcClientSecret) {
    const missing = parts.filter(([, value]) => !value).map(([option]) => option)
    if (missing.length === parts.length) return {}
    throw new CommandFailure(`Signing in with OpenID Connect also needs ${missing.join(' and ')}.`)
  }
  if (!publicUrl) {
    throw new CommandFailure(
      'Signing in with OpenID Connect needs the address of this server: name it with --public-url.',
    )
  }
  const issuer = issuerOf(oidcIssuer)
  const name = oidcName?.trim() || issuer.host
  return {
    openId: {
      issuer: oidcIssuer,
      clientId: oidcClientId,
      clientSecret: oidcClientSecret,
      name,
      tokenAuth: oidcTokenAuth,
    },
  }
}

function issuerOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new CommandFailure('Write the issuer of --oidc-issuer as https://HOST or https://HOST/PATH.')
  }
  if (!url.pathname.includes('/.well-known/')) return url
  throw new CommandFailure('Write the issuer of --oidc-issuer without /.well-known/openid-configuration.')
}
