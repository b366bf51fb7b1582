/** The connection of a page that a server serves itself: always this server, with the role of the person. */
import { ROLES, type Role, roleAtLeast } from '../../shared/api/endpoint.ts'
import type { ServerState } from '../../shared/bridge/servers.ts'
import type { Account } from '../../shared/bridge/visitor.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { Connections } from '../connections.ts'

/** Pages can't change it: `SERVED` refuses the calls that would. */
export function servedConnections({ organization, role: memberRole }: Account, version: string): Connections {
  // An annotator, whose role no endpoint names, only reads.
  const role: Role = ROLES.find((known) => known === memberRole) ?? 'viewer'
  const notes = roleAtLeast(role, 'member') ? [] : [saidOf(message('server.person_reads_only', { role: memberRole }))]
  const state: ServerState = { server: null, check: { problem: null, notes, organization, role, version } }
  const never = () => Promise.reject(new Error('A page can’t change the connection of its server.'))
  return {
    list: async () => ({ active: null, servers: [] }),
    save: never,
    delete: never,
    signIn: never,
    use: never,
    test: never,
    check: async () => {},
    keyRejected: () => {},
    async follow(emit, signal) {
      await emit(state)
      if (signal.aborted) return
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    },
  }
}
