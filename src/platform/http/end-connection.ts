/** Closes connections whose callers do not: a caller need neither end its side nor read, and each holds a descriptor. */
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Longest wait for a caller to take the last reply of its connection. */
const LAST_REPLY_WITHIN_MS = 1_000

/** Sends a reply that no handler gives, and closes the connection whether or not its caller does. */
export function endConnection(socket: Duplex, reply: string): void {
  const timer = setTimeout(() => socket.destroy(), LAST_REPLY_WITHIN_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end(reply)
}

/** Closes the connection of a caller that takes no byte of a reply for so long. A reply may begin late. */
export function watchReply({ raw }: FastifyReply, stalledMs: number): void {
  const { socket } = raw
  // A call that the server makes to itself has another one.
  if (!(socket instanceof Socket)) return
  // Each byte that the caller reads restarts the timer.
  raw.setTimeout(stalledMs, () => {
    if (socket.writableLength > 0) socket.destroy()
  })
}
