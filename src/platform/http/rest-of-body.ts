/**
 * Reads the rest of a body that is still arriving when its reply is ready. A caller that sends the whole body before it
 * reads would otherwise have its connection reset, and never see the reply. Nothing of the rest is kept.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RequestPatience, receivesBody } from './body-timeout.ts'

/** Resolves when the reply can be sent. The reply ends the connection when the body is still incomplete then. */
export async function readRest(request: FastifyRequest, reply: FastifyReply, patience: RequestPatience): Promise<void> {
  const { raw } = request
  if (raw.complete || !receivesBody(request)) return
  // The sender of a late body has no more time.
  if (request.bodyWatch?.isLate !== true && !raw.destroyed) await discarded(request, patience)
  if (!raw.complete) reply.header('connection', 'close')
}

function discarded(request: FastifyRequest, { restBytes, restMs }: RequestPatience): Promise<void> {
  const { raw } = request
  const { socket } = raw
  return new Promise((resolve) => {
    const last = socket.bytesRead + restBytes
    const end = () => {
      clearTimeout(timer)
      raw.off('data', count).off('end', end).off('error', end).off('close', end)
      if (!raw.complete) raw.pause()
      resolve()
    }
    const count = () => {
      if (socket.bytesRead > last) end()
    }
    const timer = setTimeout(end, restMs)
    timer.unref()
    if (request.bodyWatch) request.bodyWatch.late = end
    raw.on('data', count).once('end', end).once('error', end).once('close', end)
    // A reader that stopped has paused it.
    raw.resume()
  })
}
