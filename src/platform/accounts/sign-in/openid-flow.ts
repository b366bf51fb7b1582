/** The authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636), by openid-client. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { isLoopbackHost } from '../../http/auth.ts'
import { OpenIdFailure, type OpenIdOptions, type OpenIdProvider } from './openid-provider.ts'

/** The time limit of each call to the provider, in seconds. */
const TIMEOUT_S = 5
/** The provider may change its endpoints; its keys are read again for every unknown one. */
const DISCOVERED_FOR_MS = 60 * 60_000

export function createOpenIdFlow(options: OpenIdOptions): Pick<OpenIdProvider, 'begin' | 'subjectOf'> {
  const issuer = new URL(options.issuer)
  const { clientId, clientSecret, tokenAuth } = options
  let discovered: { configuration: Promise<Configuration>; at: number } | null = null

  async function discover(): Promise<Configuration> {
    const authentication = tokenAuth === 'client_secret_post' ? ClientSecretPost : ClientSecretBasic
    // Without the first one, the signature of an ID token counts as proven by TLS.
    const execute = [enableNonRepudiationChecks]
    if (issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname)) execute.push(allowInsecureRequests)
    const configuration = await discovery(
      issuer,
      clientId,
      { token_endpoint_auth_method: tokenAuth },
      authentication(clientSecret),
      { timeout: TIMEOUT_S, execute },
    )
    // openid-client accepts another issuer from Microsoft, whose tenants would share the identities of this one.
    const found = configuration.serverMetadata().issuer
    if (new URL(found).href !== issuer.href) throw new Error(`it names itself ${found}`)
    return configuration
  }

  /** Simultaneous calls share one request; a failure is not kept. */
  async function configured(): Promise<Configuration> {
    if (!discovered || performance.now() - discovered.at > DISCOVERED_FOR_MS) {
      const asked = { configuration: discover(), at: performance.now() }
      discovered = asked
      asked.configuration.catch(() => {
        if (discovered === asked) discovered = null
      })
    }
    return discovered.configuration.catch((error: unknown) => {
      throw new OpenIdFailure('down', causeOf(error))
    })
  }

  return {
    async begin(redirectUri) {
      const configuration = await configured()
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(configuration, {
        scope: 'openid',
        redirect_uri: redirectUri,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },
    async subjectOf(answer, { state, nonce, verifier }) {
      const configuration = await configured()
      try {
        const tokens = await authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const subject = tokens.claims()?.sub
        if (subject === undefined) throw new Error('it sent no ID token')
        return subject
      } catch (error) {
        throw new OpenIdFailure(reasonOf(error), causeOf(error))
      }
    },
  }
}

function reasonOf(error: unknown): OpenIdFailure['reason'] {
  if (error instanceof AuthorizationResponseError) return 'declined'
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') return 'down'
  if (error instanceof ClientError && error.cause instanceof Response && error.cause.status >= 500) return 'down'
  // `fetch` throws one when there is no connection.
  if (error instanceof TypeError && error.cause !== undefined) return 'down'
  return 'unverified'
}

/** Without tokens: a cause may hold the whole answer. */
function causeOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return error.error.replaceAll(/[^\x20-\x7e]/g, '?')
  if (!(error instanceof Error)) return String(error)
  const deeper = error.cause instanceof Error ? error.cause.message : ''
  return [error.message, deeper].filter((text) => text !== '').join(': ')
}
