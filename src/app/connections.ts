/** The platform that the pages use: the embedded one or a server, which is watched while a page follows it. */
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
import { message } from '../shared/messages/message.ts'
import { saidOf } from '../shared/messages/said.ts'
import { checkServer, isReachable } from './check-server.ts'
import type { PlatformAddress } from './platform-supervisor.ts'
import { nameOf, originOf, type ServerStore } from './servers.ts'
import { signInToServer, signOutOfServer } from './sign-in-to-server.ts'

export interface Connections extends Pick<ServerStore, 'list'> {
  save(edit: ServerEdit): Promise<Server>
  /** The key of a sign-in is revoked too, if the server can be reached. */
  delete(id: string): Promise<DeletedServer>
  /** As `signInToServer` of the bridge. Rejects with the signal's reason when it aborts. */
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
  /** Of this app. */
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
