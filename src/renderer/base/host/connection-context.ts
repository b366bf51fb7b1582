/** Provides the state of the connection to components. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Connection, ConnectionState } from './connection.ts'

export const ConnectionContext = createContext<Connection | null>(null)

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection outside ConnectionContext')
  return connection
}

const NEVER: ConnectionState = { status: 'open', generation: 0, signInUrl: null }
const noSubscription = () => () => {}

/** Returns the state of the connection; outside a provider it counts as open. */
export function useConnectionState(): ConnectionState {
  const connection = useContext(ConnectionContext)
  return useSyncExternalStore(connection?.subscribe ?? noSubscription, connection?.getState ?? (() => NEVER))
}
