/** Ports over the channels that exist: a WebSocket, and a MessagePort of a page. Described by shape, for no platform. */
import type { Port } from './contract.ts'

type Listen = (type: string, listener: (event: { data?: unknown }) => void) => void

/** A WebSocket, of a page or of Node. Should be open. */
export interface SocketLike {
  send(text: string): void
  close(): void
  addEventListener: Listen
}

/** JSON over a WebSocket. What is not JSON is ignored. */
export function socketPort(socket: SocketLike): Port {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) =>
      socket.addEventListener('message', ({ data }) => {
        let message: unknown
        try {
          message = JSON.parse(String(data))
        } catch {
          return
        }
        listener(message)
      }),
    onClose: (listener) => socket.addEventListener('close', () => listener()),
    close: () => socket.close(),
  }
}

export interface MessagePortLike {
  postMessage(message: unknown): void
  close(): void
  start(): void
  addEventListener: Listen
}

/** Structured clones over a MessagePort. `close` fires on the other side, and here when this side closes. */
export function messagePort(port: MessagePortLike): Port {
  const closing = new Set<() => void>()
  let closed = false
  const end = () => {
    if (closed) return
    closed = true
    for (const listener of closing) listener()
  }
  port.addEventListener('close', end)
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', ({ data }) => listener(data))
      port.start()
    },
    onClose: (listener) => closing.add(listener),
    close: () => {
      port.close()
      end()
    },
  }
}
