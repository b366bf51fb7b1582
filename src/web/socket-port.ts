/** The bridge over a WebSocket of the `ws` package. */
import type { WebSocket } from 'ws'
import type { Port } from '../shared/bridge/contract.ts'

const HEARTBEAT_MS = 20_000
/** Larger than any graph; keeps a page from filling the host's memory with one message. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

/** Messages are JSON text. A page that stops answering pings counts as disconnected. */
export function socketPort(socket: WebSocket): Port {
  let alive = true
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, HEARTBEAT_MS)
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', () => clearInterval(heartbeat))
  socket.on('error', () => socket.terminate())
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) =>
      socket.on('message', (data, isBinary) => {
        if (isBinary) return
        let message: unknown
        try {
          message = JSON.parse(data.toString())
        } catch {
          return
        }
        listener(message)
      }),
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}
