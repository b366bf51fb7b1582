/** The platform that the pages use: the embedded one or a server, which is watched while a page follows it. */

import { createClient } from '../client/client.ts'
import { sleep } from '../client/retry.ts'
import { MAX_COMPUTER_NAME } from '../shared/api/device-authorizations.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type {
  DeletedServer,
  Server,
  ServerCheck,
  ServerCode,
  ServerEdit,
  ServerSignIn,
  ServerSignInUpdate,
  ServerState,
  Servers,
} from '../shared/bridge/servers.ts'
import { cutText } from '../shared/domain/cut-text.ts'
import { message, saidOf } from '../shared/messages/message.ts'
import type { PlatformAddress } from './platform-supervisor.ts'
import { checkServer, findServer, isReachable, nameOf, originOf, type ServerStore } from './servers.ts'

export interface Connections extends Pick<ServerStore, 'list'> {
  save(edit: ServerEdit): Promise<Server>
  /** The key of a sign-in is revoked too, if the server can be reached. */
  delete(id: string): Promise<DeletedServer>
  /** Signs in as `signInToServer` of the bridge does. Rejects with the signal's reason when it aborts. */
  signIn(server: ServerSignIn, emit: (update: ServerSignInUpdate) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Null selects the embedded platform. Pages that follow reload. */
  use(id: string | null): Promise<void>
  test(edit: ServerEdit): Promise<ServerCheck>
  /** Emits the state at once and after each change, until the signal aborts. */
  follow(emit: (state: ServerState) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Tests the server in use again. */
  check(): Promise<void>
  /** Called when the server in use has rejected its key: pages that follow learn it. */
  keyRejected(): void
}

export interface ConnectionsOptions {
  store: ServerStore
  /** The version of this app. */
  version: string
  /** Name of this computer, for the person who signs in. */
  computer: string
  /** Called before pages learn about a change of the connection. */
  onSwitch(server: Server | null): void
  /** Removes the records of a deleted server. */
  forget(id: string): Promise<void>
  /** Interval of the requests for the health of the server in use, in milliseconds. */
  everyMs?: number
}

const activeOf = ({ active, servers }: Servers): Server | null => servers.find(({ id }) => id === active) ?? null

export function createConnections({
  store,
  version,
  computer,
  onSwitch,
  forget,
  everyMs = 5_000,
}: ConnectionsOptions): Connections {
  let state: ServerState = { server: null, check: null }
  const followers = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: ServerState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    for (const tell of [...followers]) tell()
  }

  const known = async (id: string | null) => (await store.list()).servers.find((server) => server.id === id)

  const problemOf = (error: { code?: unknown; message: string }): ServerCheck => {
    const code = error.code === 'signed_out' ? 'key' : 'failed'
    return {
      problem: { code, ...saidOf(error) },
      notes: [],
      organization: null,
      role: null,
      version: null,
    }
  }

  /** Every failure is a problem of the result. A stored sign-in that the server rejects needs another one. */
  async function checkAt(edit: Omit<ServerEdit, 'name'>): Promise<ServerCheck> {
    const found = await store.addressOf(edit).then((address) => checkServer(address, version), problemOf)
    const isRejected = found.problem?.code === 'key' && !edit.api_key && (await known(edit.id))?.signed_in
    if (!isRejected) return found
    return { ...found, problem: { code: 'key', ...saidOf(message('server.signed_out')) } }
  }

  /** The key of the sign-in of a server, before it is replaced or deleted. */
  async function signInOf(id: string | null): Promise<PlatformAddress | null> {
    const server = await known(id)
    return server?.signed_in ? store.stored(server.id).catch(() => null) : null
  }
  const signOut = async (old: PlatformAddress | null) => {
    if (old) await signOutOfServer(old.baseUrl, old.apiKey)
  }

  async function save(edit: ServerEdit, how?: 'signed_in'): Promise<Server> {
    const old = edit.api_key ? await signInOf(edit.id) : null
    const server = await store.save(edit, how)
    // The key that was replaced may be of a server that is gone.
    if (old && old.apiKey !== edit.api_key) void signOut(old).catch(() => {})
    if (server.id === state.server?.id) {
      onSwitch(server)
      void check().catch(() => {})
    }
    return server
  }

  async function check(): Promise<void> {
    const server = activeOf(await store.list())
    if (server?.id !== state.server?.id) become({ server, check: null })
    const found = server ? await checkAt({ id: server.id, address: server.address, api_key: null }) : null
    if (server?.id === state.server?.id) become({ server, check: found })
  }

  /** Many calls of a page are rejected at once. */
  let isRechecking = false
  function keyRejected(): void {
    if (isRechecking || state.check?.problem?.code === 'key') return
    isRechecking = true
    void check()
      .catch(() => {})
      .finally(() => {
        isRechecking = false
      })
  }

  /** Asks only whether the server is there as long as that does not change. */
  async function look(): Promise<void> {
    const { server, check: last } = state
    if (!server) return
    const isUp = await isReachable(server.address)
    const wasUp = last !== null && last.problem?.code !== 'unreachable'
    if (state.server?.id !== server.id || isUp === wasUp) return
    if (isUp) return check()
    const problem = { code: 'unreachable' as const, ...saidOf(message('server.unreachable', server)) }
    become({ server, check: { problem, notes: [], organization: null, role: last?.role ?? null, version: null } })
  }

  /** A key that can't be stored, or that nobody waits for any more, is revoked. */
  async function stored(edit: ServerEdit & { api_key: string }, signal: AbortSignal): Promise<Server> {
    try {
      signal.throwIfAborted()
      return await save(edit, 'signed_in')
    } catch (error) {
      await signOutOfServer(originOf(edit.address), edit.api_key).catch(() => {})
      throw error
    }
  }

  function watch(): void {
    clearTimeout(timer)
    if (followers.size === 0) return
    timer = setTimeout(() => void look().finally(watch), everyMs)
  }

  return {
    list: store.list,
    save: (edit) => save(edit),
    async delete(id) {
      const old = await signInOf(id)
      await store.delete(id)
      await forget(id)
      const reason = await signOut(old).then(
        () => null,
        (error) => saidOf(error),
      )
      return { not_signed_out: reason }
    },
    async signIn({ id, name, address: typed }, emit, signal) {
      const address = originOf(typed)
      const title = nameOf(name)
      const onCode = (code: ServerCode) => emit({ state: 'waiting', ...code })
      const api_key = await signInToServer({ address, computer, signal, onCode })
      const server = await stored({ id, name: title, address, api_key }, signal)
      await emit({ state: 'done', server, check: await checkAt({ id: server.id, address, api_key: null }) })
    },
    async use(id) {
      await store.activate(id)
      const server = activeOf(await store.list())
      onSwitch(server)
      become({ server, check: null })
      void check().catch(() => {})
    },
    test: (edit) => checkAt(edit),
    async follow(emit, signal) {
      const server = activeOf(await store.list())
      if (server?.id !== state.server?.id) become({ server, check: null })
      if (followers.size === 0) void check().catch(() => {})
      let tell = () => {}
      const follower = () => tell()
      followers.add(follower)
      watch()
      try {
        while (!signal.aborted) {
          const sent = state
          await emit(sent)
          if (state !== sent) continue
          await new Promise<void>((resolve) => {
            tell = resolve
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        }
      } finally {
        followers.delete(follower)
        watch()
      }
    },
    check,
    keyRejected,
  }
}

const TIMEOUT_MS = 10_000
/** RFC 8628, 3.5. */
const SLOWER_BY_S = 5
const APP_NAME = 'Sightline'
/** After the network address is lost for a moment. */
const CODES_OF_SILENCE: readonly unknown[] = ['unreachable', 'timeout', 'internal', 'database_unavailable']

interface ServerSignInOptions {
  /** An origin. */
  address: string
  /** The name of this computer, for the person who approves. */
  computer: string
  signal: AbortSignal
  /** Called with the code to display and the page to open. */
  onCode(code: ServerCode): Promise<void>
}

const fail = (code: string, reason: ReturnType<typeof message>) => new BridgeFailure({ code, message: reason })

/**
 * Signs this app in to a server: asks for a key, waits until the person has approved in a browser, and returns the key.
 * @throws BridgeFailure denied, expired, not_supported by a server without this, and a problem of `findServer`;
 * ApiError; the signal's reason
 */
async function signInToServer({ address, computer, signal, onCode }: ServerSignInOptions): Promise<string> {
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
  const names = { app: APP_NAME, computer: cutText(computer.trim(), MAX_COMPUTER_NAME) || '?' }
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
async function signOutOfServer(baseUrl: string, apiKey: string): Promise<void> {
  const client = createClient({ baseUrl, apiKey, retry: { retries: 0 }, timeoutMs: TIMEOUT_MS })
  await client.apiKeys.deleteOwn().catch((error) => {
    if (error?.code !== 'invalid_key') throw error
  })
}
