/** The options of the OpenID Connect provider, as `sightline serve` reads them. */
import { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import { type OidcOptions, openIdOf, withOidcOptions } from '../../src/cli/serve-options.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const PUBLIC_URL = 'https://sightline.example.com'
const ISSUER = ['--oidc-issuer', 'https://id.example.com/realms/team']
const CLIENT = ['--oidc-client-id', 'sightline', '--oidc-client-secret', 'hidden']

function read(args: readonly string[], publicUrl: string | undefined = PUBLIC_URL) {
  const command = withOidcOptions(new Command()).exitOverride()
  return openIdOf(command.parse(args, { from: 'user' }).opts<OidcOptions>(), publicUrl, process.env).openId
}

it('reads nothing without options', () => {
  expect(read([])).toBeUndefined()
})

it('names the provider by its host, and sends the secret in the header', () => {
  expect(read([...ISSUER, ...CLIENT])).toEqual({
    issuer: 'https://id.example.com/realms/team',
    clientId: 'sightline',
    clientSecret: 'hidden',
    name: 'id.example.com',
    tokenAuth: 'client_secret_basic',
  })
})

it('takes the secret from the environment, and removes it there', () => {
  vi.stubEnv('SIGHTLINE_OIDC_ISSUER', 'http://localhost:9000')
  vi.stubEnv('SIGHTLINE_OIDC_CLIENT_ID', 'sightline')
  vi.stubEnv('SIGHTLINE_OIDC_CLIENT_SECRET', 'hidden')
  const options = read(['--oidc-name', 'Team', '--oidc-token-auth', 'client_secret_post'])
  expect(options).toMatchObject({ clientSecret: 'hidden', name: 'Team', tokenAuth: 'client_secret_post' })
  expect(process.env.SIGHTLINE_OIDC_CLIENT_SECRET).toBeUndefined()
})

it.each([
  [[...ISSUER], '--oidc-client-id and --oidc-client-secret'],
  [[...CLIENT], 'also needs --oidc-issuer.'],
  [['--oidc-issuer', 'http://id.example.com', ...CLIENT], 'https://HOST'],
  [['--oidc-issuer', 'id.example.com', ...CLIENT], 'https://HOST'],
  [['--oidc-issuer', 'https://a:b@id.example.com', ...CLIENT], 'https://HOST'],
  [['--oidc-issuer', 'https://id.example.com/.well-known/openid-configuration', ...CLIENT], 'without /.well-known/'],
])('refuses %j', (args, reason) => {
  expect(() => read(args)).toThrow(reason)
})

it('needs the address of the server', () => {
  expect(() =>
    openIdOf(
      {
        oidcIssuer: 'https://a.example',
        oidcClientId: 'a',
        oidcClientSecret: 'b',
        oidcTokenAuth: 'client_secret_basic',
      },
      undefined,
      {},
    ),
  ).toThrow('--public-url')
})
