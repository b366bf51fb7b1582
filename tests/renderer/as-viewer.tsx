/** A screen on a server whose key only reads. */
import type { ReactNode } from 'react'
import { keepConnected } from '../../src/renderer/base/host/connection.ts'
import { ConnectionContext } from '../../src/renderer/base/host/connection-context.ts'
import { ServerProvider } from '../../src/renderer/base/host/server-state.tsx'
import { message } from '../../src/shared/messages/message.ts'
import { saidOf } from '../../src/shared/messages/said.ts'
import type { FakeHost } from './fake-host.ts'
import { renderWith } from './render.tsx'

const SERVER = { id: '00000000-0000-4000-8000-000000000000', name: 'Workshop', address: 'http://127.0.0.1:8620' }

export function renderAsViewer(host: FakeHost, screen: ReactNode) {
  const notes = [saidOf(message('server.reads_only', { role: 'viewer' }))]
  const check = { problem: null, notes, organization: 'Works', role: 'viewer' as const, version: '0.1.0' }
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
