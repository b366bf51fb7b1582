/** Converts between Node's HTTP server and the Request and Response of the app's handlers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

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
