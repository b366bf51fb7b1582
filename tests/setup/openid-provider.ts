/** A real OpenID Connect provider on loopback, for which every name is an account without a password. */
import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'
import type { OpenIdOptions } from '../../src/platform/accounts/sign-in/openid-provider.ts'

type Claims = Record<string, unknown>

export interface TestOpenIdProvider {
  options: OpenIdOptions
  /** Changes the claims of ID tokens before they are signed. */
  tamper: (claims: Claims) => Claims
  /** True for signatures by a key of somebody else. */
  isForged: boolean
  /** True to close connections without an answer. */
  isDown: boolean
  /** Signs in at the address that the server sent the browser to; null cancels. Returns the address of the callback. */
  signIn(address: string, account: string | null): Promise<string>
  close(): Promise<void>
}

const CLIENT = { clientId: 'sightline', clientSecret: 'not-a-secret', tokenAuth: 'client_secret_basic' } as const
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hour = () => 3600

export async function startOpenIdProvider(redirectUri: string): Promise<TestOpenIdProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [own, forged] = [rsa(), rsa()]
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: CLIENT.tokenAuth,
      },
    ],
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] as never },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const grant = new provider.Grant({ clientId: CLIENT.clientId, ...(accountId && { accountId }) })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: hour, AuthorizationCode: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
  })
  const running: TestOpenIdProvider = {
    options: { ...CLIENT, issuer, name: 'Example ID' },
    tamper: (claims) => claims,
    isForged: false,
    isDown: false,
    signIn,
    close: () => closed(server),
  }

  provider.use(async (context, next) => {
    await next()
    const answer = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !answer?.id_token) return
    const [head = '', body = ''] = answer.id_token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
    const signed = `${head}.${base64(running.tamper(claims))}`
    const signature = createSign('RSA-SHA256')
      .update(signed)
      .sign(running.isForged ? forged : own, 'base64url')
    context.body = { ...answer, id_token: `${signed}.${signature}` }
  })

  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (running.isDown) request.socket.destroy()
    else if (request.url?.startsWith('/interaction/')) interact(provider, request, response)
    else answer(request, response)
  })
  return running
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html').end(PAGE)
    return
  }
  const account = new URLSearchParams(await text(request)).get('account')
  const result = account ? { login: { accountId: account } } : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result)
}

const PAGE = `<!doctype html><html lang="en"><title>Example ID</title><form method="post">
<label>Account <input name="account"></label> <button>Continue</button></form>`

/** Signs in as a browser without sessions at the provider does, and returns the address that it is sent to. */
async function signIn(address: string, account: string | null): Promise<string> {
  const cookies = new Map<string, string>()
  const call = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
    return new URL(location, url).href
  }
  const interaction = await call(address)
  const resumed = await call(interaction, new URLSearchParams({ account: account ?? '' }))
  return call(resumed)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
