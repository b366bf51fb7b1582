/** Screens on a server, with the role of its key. */
import type { ReactNode } from 'react'
import { keepConnected } from '../../src/renderer/base/host/connection.ts'
import { ConnectionContext } from '../../src/renderer/base/host/connection-context.ts'
import { ServerProvider } from '../../src/renderer/base/host/server-state.tsx'
import type { Role } from '../../src/shared/api/endpoint.ts'
import { message, saidOf } from '../../src/shared/messages/message.ts'
import type { FakeHost } from './fake-host.ts'
import { renderWith } from './render.tsx'

const SERVER = { id: '00000000-0000-4000-8000-000000000000', name: 'Workshop', address: 'http://127.0.0.1:8620' }

export function renderAsViewer(host: FakeHost, screen: ReactNode) {
  return renderOnServer(host, screen, 'viewer')
}

/** A screen on a server whose key has this role. */
export function renderOnServer(host: FakeHost, screen: ReactNode, role: Role) {
  const notes = role === 'viewer' ? [saidOf(message('server.reads_only', { role }))] : []
  const check = { problem: null, notes, organization: 'Works', role, version: '0.1.0' }
  const info = { ...host.info, server: SERVER }
  const studio = {
    ...host.studio,
    hostInfo: async () => info,
    followServer: async function* () {
      yield { server: SERVER, check }
    },
  }
  const connection = keepConnected(async () => ({ client: studio, onClose: () => {} }))
  return renderWith(
    { ...host, info, studio },
    <ConnectionContext.Provider value={connection}>
      <ServerProvider>{screen}</ServerProvider>
    </ConnectionContext.Provider>,
  )
}
