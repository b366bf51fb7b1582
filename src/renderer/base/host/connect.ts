/** Opens the bridge: over the preload's port in Electron, over a WebSocket in a browser. */

import type { Port } from '../../../shared/bridge/contract.ts'
import { BRIDGE_PATH, BRIDGE_PORT, SESSION_PATH, type SightlineWindow } from '../../../shared/bridge/page-connection.ts'
import { STUDIO } from '../../../shared/bridge/studio.ts'
import { connectBridge } from '../../../shared/bridge/wire.ts'
import { type Connection, keepConnected, type Link, SignedOut } from './connection.ts'
import { HostError } from './host-context.ts'
import { channelPort, openSocket, socketPort } from './ports.ts'

export function connect(page: Window): Connection {
  const electron = (page as Window & { sightline?: SightlineWindow }).sightline !== undefined
  return keepConnected(async () => linkOver(electron ? handOver(page) : await dial(page.location)))
}

/** A link over a port that reports failures as HostErrors. */
export function linkOver(port: Port): Link {
  return {
    client: connectBridge(STUDIO, port, { toError: (error) => new HostError(error) }),
    onClose: (listener) => port.onClose(listener),
  }
}

async function dial({ protocol, host }: Location): Promise<Port> {
  try {
    const socket = await openSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${BRIDGE_PATH}`)
    return socketPort(socket)
  } catch (error) {
    throw (await signedOut()) ?? error
  }
}

/** Requests the session over HTTP, because a WebSocket does not report why it was refused. */
async function signedOut(): Promise<SignedOut | null> {
  const answer = await fetch(SESSION_PATH).catch(() => null)
  if (answer?.status !== 401) return null
  const body: { sign_in?: unknown } | null = await answer.json().catch(() => null)
  return new SignedOut(typeof body?.sign_in === 'string' ? body.sign_in : null)
}

/** Posts one end of a new channel to the preload, which passes it on to the main process. */
function handOver(page: Window): Port {
  const { port1, port2 } = new MessageChannel()
  page.postMessage(BRIDGE_PORT, page.origin, [port2])
  return channelPort(port1)
}
