/** The state of the server that the page works on, if it isn't the embedded platform. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Role, roleAtLeast } from '../../../shared/api/endpoint.ts'
import type { ServerState } from '../../../shared/bridge/servers.ts'
import { messageText } from '../../texts/message-text.ts'
import { texts } from '../../texts/texts.ts'
import { useConnection, useConnectionState } from './connection-context.ts'
import { useHost } from './host-context.ts'

const EMBEDDED: ServerState = { server: null, check: null }
const ServerContext = createContext<ServerState>(EMBEDDED)

/** Follows the host's connection. Loads the page again when it has changed, on a screen that every platform has. */
export function ServerProvider({ children }: { children: ReactNode }) {
  const { info, studio } = useHost()
  const connection = useConnection()
  const { status, generation } = useConnectionState()
  const [state, setState] = useState(EMBEDDED)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection to the host needs its own listener
  useEffect(() => {
    if (status !== 'open') return
    const stop = new AbortController()
    const own = JSON.stringify(info.server)
    let wasAway = false
    const follow = async () => {
      // Another person may have signed in, or this one has another role.
      const { account } = await studio.hostInfo({})
      if (JSON.stringify(account) !== JSON.stringify(info.account)) return loadAgain()
      for await (const next of studio.followServer({}, stop.signal)) {
        if (stop.signal.aborted) return
        if (JSON.stringify(next.server) !== own) return loadAgain()
        setState(next)
        const isAway = next.check?.problem?.code === 'unreachable'
        if (wasAway && next.check?.problem === null) connection.refresh()
        wasAway = isAway || (wasAway && next.check?.problem !== null)
      }
    }
    // The stream ends when the connection to the host is lost; the next one has a stream of its own.
    follow().catch(() => {})
    return () => stop.abort()
  }, [info, studio, connection, status, generation])

  return <ServerContext.Provider value={state}>{children}</ServerContext.Provider>
}

function loadAgain(): void {
  if (!window.location.hash.startsWith('#/settings')) window.location.hash = '#/'
  window.location.reload()
}

export const useServerState = (): ServerState => useContext(ServerContext)

/** Notes on the role of a key, and of a person. */
const READS_ONLY: readonly string[] = ['server.reads_only', 'server.person_reads_only']

/** The reason why the page can't change or run anything on the server; null when it can. */
export function useReadOnly(): string | null {
  const { check } = useContext(ServerContext)
  const note =
    check?.role === 'viewer' ? check.notes.find(({ text }) => READS_ONLY.includes(text?.code ?? '')) : undefined
  return note ? messageText(note) : null
}

/**
 * The role of the calls of this page: null when the server does not tell it, undefined until it has been asked. The
 * embedded platform is called as its owner.
 */
export function useRole(): Role | null | undefined {
  const { check } = useContext(ServerContext)
  if (useIsOwnInstallation()) return 'owner'
  return check === null ? undefined : check.role
}

/** True when the page works on the embedded platform, whose one person is its operator. */
export function useIsOwnInstallation(): boolean {
  const { info } = useHost()
  return info.server === null && info.account === null
}

/** True when calls of the page are those of an operator. The key of another server never is. */
export function useIsOperator(): boolean {
  const { info } = useHost()
  return useIsOwnInstallation() || info.account?.is_operator === true
}

/**
 * Checks the role of the page's calls before they are made.
 * The reason why a call that needs this role would be refused; null when it would not, or the role is not known.
 */
export function useRoleRefusal(least: Role): string | null {
  const role = useRole()
  if (role === null || role === undefined || roleAtLeast(role, least)) return null
  return texts.access.roleTooLow(texts.access.roles[least], texts.access.roles[role])
}
