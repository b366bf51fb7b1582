/** Connects the app's handlers to Node's HTTP server, and the bridge to a WebSocket of the `ws` package. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { WebSocket } from 'ws'
import type { Port } from '../shared/bridge/contract.ts'
import { memoryOfJson } from '../shared/domain/json-memory.ts'

/** A request whose signal aborts when the client disconnects before the response. */
export function toRequest(message: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const method = message.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Only the path is taken from the client: a full URL in the request line must not change the origin.
  const url = new URL(`http://${message.headers.host}${(message.url ?? '/').replace(/^[^/?]+:\/\/[^/]*/, '')}`)
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: ReadableStream.from(message), duplex: 'half' } : {}),
  } as RequestInit)
}

/** Sends a response; stops silently when the client disconnects. */
export async function sendResponse(response: Response, out: ServerResponse): Promise<void> {
  out.statusCode = response.status
  for (const [name, value] of response.headers) out.setHeader(name, value)
  if (!response.body) {
    out.end()
    return
  }
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), out)
  } catch {
    out.destroy()
  }
}

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
 * The bridge over a WebSocket. Messages are JSON text. A page that stops answering pings counts as disconnected; one
 * whose message finds no memory has to connect again.
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
