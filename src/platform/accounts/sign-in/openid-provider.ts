/** The OpenID Connect provider of an installation, as the pages for signing in use it. */

/** Ways in which the server authenticates itself at the token endpoint. */
export const TOKEN_AUTHS = ['client_secret_basic', 'client_secret_post'] as const

export interface OpenIdOptions {
  /** URL of the issuer, without `/.well-known/openid-configuration`; http for loopback only. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Displayed on buttons. */
  name: string
  tokenAuth: (typeof TOKEN_AUTHS)[number]
}

/** Random values of one sign-in, which its answer must fit. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
}

/** `declined` by the person or the provider; `down` when it does not respond; `unverified` for any other answer. */
export class OpenIdFailure extends Error {
  override readonly name = 'OpenIdFailure'

  constructor(
    readonly reason: 'declined' | 'down' | 'unverified',
    message: string,
  ) {
    super(message)
  }
}

export interface OpenIdProvider {
  readonly name: string
  /** The normalized URL of the issuer, with which identities are stored. */
  readonly issuer: string
  /** The address at the provider on which a person signs in. @throws OpenIdFailure */
  begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>
  /** The subject of the verified ID token. `answer`: the whole address of the callback. @throws OpenIdFailure */
  subjectOf(answer: URL, secrets: SignInSecrets): Promise<string>
}

/** The client is loaded by the first sign-in. */
export function createOpenIdProvider(options: OpenIdOptions): OpenIdProvider {
  let loaded: Promise<Pick<OpenIdProvider, 'begin' | 'subjectOf'>> | undefined
  const client = () => {
    loaded ??= import('./openid-flow.ts').then(({ createOpenIdFlow }) => createOpenIdFlow(options))
    return loaded
  }
  return {
    name: options.name,
    issuer: new URL(options.issuer).href,
    begin: async (redirectUri) => (await client()).begin(redirectUri),
    subjectOf: async (answer, secrets) => (await client()).subjectOf(answer, secrets),
  }
}
