/**
 * Enforces a minimum rate for request bodies: a caller that sends a byte a minute would hold its connection forever.
 */

import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a request without a body, or whose body is not watched. */
    bodyWatch: BodyWatch | null
  }
}

interface BodyWatch {
  /** True when the body has taken too long. */
  isLate: boolean
  /** Ends the request when its body is late and no reply was sent. */
  late(): void
}

export interface RequestPatience {
  /** Time limit for the headers. */
  headersMs: number
  /** At least `windowBytes` of a body must arrive in each `windowMs`. */
  windowMs: number
  windowBytes: number
  /** Time limit for a whole JSON body; an upload may take longer. */
  jsonMs: number
  /** A caller must take some of its reply within this time. */
  replyMs: number
  /** Limits of the rest of a body that is refused: its reply waits for so many bytes, and so long. */
  restBytes: number
  restMs: number
}

export const PATIENCE: RequestPatience = {
  headersMs: 20_000,
  windowMs: 30_000,
  windowBytes: 15_000,
  jsonMs: 300_000,
  replyMs: 60_000,
  restBytes: 64 * 1024 * 1024,
  restMs: 60_000,
}

export const tooSlow = (): ApiError => new ApiError('request_too_slow', message('api.too_slow'))

/** Returns whether a body arrives from a caller. That of a call that the server makes to itself is there. */
export const receivesBody = ({ raw: { headers, socket } }: FastifyRequest): boolean =>
  socket instanceof Socket && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/** Rejects a request whose body stalls, and ends its connection. `wholeMs`: time limit for the whole body. */
export function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { windowMs, windowBytes }: RequestPatience,
  wholeMs: number,
): void {
  const { raw } = request
  const { socket } = raw
  if (!receivesBody(request)) return
  const startedAt = performance.now()
  let before = socket.bytesRead
  // The reply ends the connection, since the body is incomplete.
  const watch: BodyWatch = { isLate: false, late: () => void reply.send(tooSlow()) }
  request.bodyWatch = watch
  const check = () => {
    if (raw.complete) return clearInterval(timer)
    const came = socket.bytesRead - before
    before = socket.bytesRead
    const isLate = performance.now() - startedAt >= wholeMs
    // Bytes in the buffer wait for this server, not for the caller.
    if (!isLate && (came >= windowBytes || raw.readableLength > 0)) return
    clearInterval(timer)
    watch.isLate = true
    if (reply.sent) socket.destroy()
    else watch.late()
  }
  // After a busy moment of this process, bytes that arrived meanwhile are read before they are counted.
  const timer = setInterval(() => setImmediate(check), windowMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
  // Node.js does not end a body whose request was answered before: its reader would wait forever.
  reply.raw.once('close', () => {
    if (!raw.complete) raw.destroy()
  })
}
