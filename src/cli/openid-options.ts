/** The options of the OpenID Connect provider that people sign in with. */
import { type Command, Option } from 'commander'
import { type OpenIdOptions, TOKEN_AUTHS } from '../platform/accounts/sign-in/openid-provider.ts'
import { isLoopbackHost } from '../platform/http/auth.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { CommandFailure } from './terminal.ts'

export interface OidcOptions {
  oidcIssuer?: string
  oidcClientId?: string
  oidcClientSecret?: string
  oidcName?: string
  oidcTokenAuth: OpenIdOptions['tokenAuth']
}

const SECRET = 'SIGHTLINE_OIDC_CLIENT_SECRET'

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
