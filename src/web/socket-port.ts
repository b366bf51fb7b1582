/** The bridge over a WebSocket of the `ws` package. */
import type { WebSocket } from 'ws'
import type { Port } from '../shared/bridge/contract.ts'
import { memoryOfJson } from '../shared/domain/json-memory.ts'

const HEARTBEAT_MS = 20_000
/** Larger than any graph; keeps a page from filling the host's memory with one message. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

/** The largest values of a page: a graph of 8 MiB, or the text of an image. */
const MAX_MESSAGE_MEMORY = 128 * 1024 * 1024
/** More than a call of the API may have, in its envelope. */
const MAX_MESSAGE_LEVELS = 80
/** RFC 6455, 7.4.1, and the registry of close codes. */
const MESSAGE_TOO_BIG = 1009
const TRY_AGAIN_LATER = 1013

/** Reserves memory for the values of a message. Returns a function that releases it, or null if too little is free. */
export type TakeMemory = (bytes: number) => (() => void) | null

/** For a host with one user. */
const unshared: TakeMemory = () => () => {}

/**
 * Messages are JSON text. A page that stops answering pings counts as disconnected; one whose message finds no memory has to
 * connect again.
 */
export function socketPort(socket: WebSocket, takeMemory = unshared): Port {
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
        const bytes = data as Buffer
        const measured = memoryOfJson(bytes, { levels: MAX_MESSAGE_LEVELS })
        const fits = measured !== 'too_deep' && 'memory' in measured && measured.memory <= MAX_MESSAGE_MEMORY
        if (!fits) return socket.close(MESSAGE_TOO_BIG)
        const giveBack = takeMemory(measured.memory)
        if (!giveBack) return socket.close(TRY_AGAIN_LATER)
        let message: unknown
        try {
          message = JSON.parse(bytes.toString())
        } catch {
          return giveBack()
        }
        Promise.resolve(listener(message)).finally(giveBack)
      }),
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}
