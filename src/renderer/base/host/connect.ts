/** Opens the bridge: over the preload's port in Electron, over a WebSocket in a browser. */

import type { Port } from '../../../shared/bridge/contract.ts'
import { BRIDGE_PATH, BRIDGE_PORT, SESSION_PATH, type SightlineWindow } from '../../../shared/bridge/page-connection.ts'
import { STUDIO } from '../../../shared/bridge/studio.ts'
import { connectBridge } from '../../../shared/bridge/wire.ts'
import { texts } from '../../texts/texts.ts'
import { type Connection, keepConnected, type Link, SignedOut } from './connection.ts'
import { HostError } from './host-context.ts'

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

/** A port over an open WebSocket; messages are JSON text. */
function socketPort(socket: WebSocket): Port {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) =>
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string') listener(JSON.parse(event.data))
      }),
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  }
}

/** Resolves when the socket is open; rejects when it could not be opened. */
function openSocket(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => resolve(socket), { once: true })
    socket.addEventListener('close', () => reject(new Error(texts.shell.ports.refused)), { once: true })
  })
}

/** A port over one end of a MessageChannel. */
function channelPort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.addEventListener('message', (event) => listener(event.data))
      port.start()
    },
    onClose: (listener) => port.addEventListener('close', () => listener(), { once: true }),
    close: () => port.close(),
  }
}
