/** Request bodies must keep coming: a caller that sends a byte a minute would hold its connection for ever. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'

export interface RequestPatience {
  /** By then the headers must be there. */
  headersMs: number
  /** Of a body at least `windowBytes` must come in each `windowMs`. */
  windowMs: number
  windowBytes: number
  /** By then a JSON body must be whole; an upload may take longer. */
  jsonMs: number
}

export const PATIENCE: RequestPatience = { headersMs: 20_000, windowMs: 30_000, windowBytes: 15_000, jsonMs: 300_000 }

export const tooSlow = (): ApiError =>
  new ApiError(
    'request_too_slow',
    'The request came too slowly and was given up. Check the connection and send it again.',
  )

/** Answers a request whose body stalls, and ends its connection. `wholeMs`: by then all of the body must be there. */
export function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { windowMs, windowBytes }: RequestPatience,
  wholeMs: number,
): void {
  const { raw } = request
  const { socket } = raw
  if (!raw.headers['content-length'] && !raw.headers['transfer-encoding']) return
  const startedAt = performance.now()
  let before = socket.bytesRead
  const check = () => {
    if (raw.complete) return clearInterval(timer)
    const came = socket.bytesRead - before
    before = socket.bytesRead
    const isLate = performance.now() - startedAt >= wholeMs
    // Bytes in the buffer wait for this server, not for the caller.
    if (!isLate && (came >= windowBytes || raw.readableLength > 0)) return
    clearInterval(timer)
    if (reply.sent) socket.destroy()
    // The answer ends the connection, since the body is not whole.
    else void reply.send(tooSlow())
  }
  // After a busy moment of this process, what has come meanwhile is read before it is counted.
  const timer = setInterval(() => setImmediate(check), windowMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
