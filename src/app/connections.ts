/** The platform that the pages use: the embedded one or a server, which is watched while a page follows it. */
import type { Server, ServerCheck, ServerEdit, ServerState, Servers } from '../shared/bridge/servers.ts'
import { message } from '../shared/messages/message.ts'
import { saidOf } from '../shared/messages/said.ts'
import { checkServer, isReachable } from './check-server.ts'
import type { ServerStore } from './servers.ts'

export interface Connections extends Pick<ServerStore, 'list' | 'save' | 'delete'> {
  /** Null selects the embedded platform. Pages that follow reload. */
  use(id: string | null): Promise<void>
  test(edit: ServerEdit): Promise<ServerCheck>
  /** Emits the state at once and after each change, until the signal aborts. */
  follow(emit: (state: ServerState) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Tests the server in use again. */
  check(): Promise<void>
}

export interface ConnectionsOptions {
  store: ServerStore
  /** Of this app. */
  version: string
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

  /** Every failure is a problem of the result. */
  const checkAt = (edit: Omit<ServerEdit, 'name'>): Promise<ServerCheck> =>
    store.addressOf(edit).then(
      (address) => checkServer(address, version),
      (error) => ({
        ...{ problem: { code: 'failed', ...saidOf(error) }, notes: [], organization: null, role: null },
        version: null,
      }),
    )

  async function check(): Promise<void> {
    const server = activeOf(await store.list())
    if (server?.id !== state.server?.id) become({ server, check: null })
    const found = server ? await checkAt({ id: server.id, address: server.address, api_key: null }) : null
    if (server?.id === state.server?.id) become({ server, check: found })
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

  function watch(): void {
    clearTimeout(timer)
    if (followers.size === 0) return
    timer = setTimeout(() => void look().finally(watch), everyMs)
  }

  return {
    list: store.list,
    async save(edit) {
      const server = await store.save(edit)
      if (server.id === state.server?.id) {
        onSwitch(server)
        void check().catch(() => {})
      }
      return server
    },
    async delete(id) {
      await store.delete(id)
      await forget(id)
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
  }
}
