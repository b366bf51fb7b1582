/** The renderer's only connection to the outside: the bridge to its host, and the platform's API through it. */
import { createContext, useContext } from 'react'
import type { InputOf, OutputOf } from '../../../shared/api/endpoint.ts'
import type { EndpointById, EndpointId } from '../../../shared/api/index.ts'
import type { StopSignal } from '../../../shared/bridge/contract.ts'
import type { BridgeError, HostInfo, StudioClient } from '../../../shared/bridge/studio.ts'
import { messageText } from '../../texts/message-text.ts'

export interface Host {
  info: HostInfo
  studio: StudioClient
  /** Calls an endpoint of the platform; rejects with a `HostError`. */
  api<Id extends EndpointId>(
    endpoint: Id,
    input: InputOf<EndpointById<Id>>,
    signal?: StopSignal,
  ): Promise<OutputOf<EndpointById<Id>>>
}

/** The error that every failed call over the bridge rejects with. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: string
  readonly details: BridgeError['details']
  constructor(error: BridgeError) {
    super(messageText(error))
    this.code = error.code
    this.details = error.details
  }
}

/** Creates a host over a connected bridge. */
export async function createHost(studio: StudioClient): Promise<Host> {
  const info = await studio.hostInfo({})
  return {
    info,
    studio,
    api: async (endpoint, input, signal) => (await studio.api({ endpoint, input }, signal)) as never,
  }
}

export const HostContext = createContext<Host | null>(null)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('useHost outside HostContext')
  return host
}
