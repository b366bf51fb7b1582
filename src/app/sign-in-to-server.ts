/** Signs this app in to a server: it asks for a key, and waits until the person has approved in a browser. */
import { createClient } from '../client/client.ts'
import { sleep } from '../client/retry.ts'
import { MAX_COMPUTER_NAME } from '../shared/api/device-authorizations.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { ServerCode } from '../shared/bridge/servers.ts'
import { message } from '../shared/messages/message.ts'
import { findServer } from './check-server.ts'

const TIMEOUT_MS = 10_000
/** RFC 8628, 3.5. */
const SLOWER_BY_S = 5
const APP_NAME = 'Sightline'
/** After the network address is lost for a moment. */
const CODES_OF_SILENCE: readonly unknown[] = ['unreachable', 'timeout', 'internal', 'database_unavailable']

export interface ServerSignInOptions {
  /** An origin. */
  address: string
  /** Of this computer, for the person who approves. */
  computer: string
  signal: AbortSignal
  /** Called with the code to display and the page to open. */
  onCode(code: ServerCode): Promise<void>
}

const fail = (code: string, reason: ReturnType<typeof message>) => new BridgeFailure({ code, message: reason })

/**
 * Returns the key. @throws BridgeFailure denied, expired, not_supported by a server without this, and a problem of `findServer`;
 * ApiError; the signal's reason
 */
export async function signInToServer({ address, computer, signal, onCode }: ServerSignInOptions): Promise<string> {
  const found = await findServer(address)
  if ('problem' in found) throw new BridgeFailure({ details: [], ...found.problem })
  if (!found.signsAppsIn) throw fail('not_supported', message('server.no_sign_in', { theirs: found.version }))
  signal.throwIfAborted()

  const { deviceAuthorizations } = createClient({
    baseUrl: address,
    apiKey: '',
    retry: { retries: 0 },
    timeoutMs: TIMEOUT_MS,
  })
  const names = { app: APP_NAME, computer: computer.trim().slice(0, MAX_COMPUTER_NAME) || '?' }
  const asked = await deviceAuthorizations.create({ body: names }, { signal })
  const { device_code, user_code, expires_in } = asked
  await onCode({ user_code, url: pageAt(address, asked.verification_url_complete), expires_in })

  const end = performance.now() + expires_in * 1000
  for (let interval = asked.interval; ; ) {
    await sleep(interval * 1000, signal)
    const answer = await deviceAuthorizations.token({ body: { device_code } }, { signal }).catch((error) => {
      if (CODES_OF_SILENCE.includes(error?.code) && performance.now() < end) return null
      if (error?.code === 'not_found') return { status: 'expired' as const, key: null }
      throw error
    })
    if (answer?.key) return answer.key.api_key
    if (answer?.status === 'denied') throw fail('denied', message('server.sign_in_denied'))
    if (answer?.status === 'expired' || performance.now() >= end + interval * 1000)
      throw fail('expired', message('server.sign_in_expired'))
    if (answer?.status === 'slow_down') interval += SLOWER_BY_S
  }
}

/**
 * The page to open, at the address that the app uses where it is the same host: a server behind a proxy may not know that
 * it is reached by TLS. @throws BridgeFailure not_supported for another kind of address
 */
function pageAt(address: string, page: string): string {
  const url = URL.canParse(page) ? new URL(page) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw fail('not_supported', message('server.not_sightline', { address }))
  const known = new URL(address)
  return url.host === known.host ? `${known.origin}${url.pathname}${url.search}` : url.href
}

/** Revokes the key of a sign-in, so that it ends with the connection. Resolves for one that the server no longer accepts. */
export async function signOutOfServer(baseUrl: string, apiKey: string): Promise<void> {
  const client = createClient({ baseUrl, apiKey, retry: { retries: 0 }, timeoutMs: TIMEOUT_MS })
  await client.apiKeys.deleteOwn().catch((error) => {
    if (error?.code !== 'invalid_key') throw error
  })
}
