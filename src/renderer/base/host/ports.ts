/** Adapts a WebSocket and a MessagePort to the bridge's `Port`. */
import type { Port } from '../../../shared/bridge/contract.ts'
import { texts } from '../../texts/texts.ts'

/** A port over an open WebSocket; messages are JSON text. */
export function socketPort(socket: WebSocket): Port {
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
export function openSocket(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => resolve(socket), { once: true })
    socket.addEventListener('close', () => reject(new Error(texts.shell.ports.refused)), { once: true })
  })
}

/** A port over one end of a MessageChannel. */
export function channelPort(port: MessagePort): Port {
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
