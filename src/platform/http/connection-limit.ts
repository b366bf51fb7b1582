/** Limits the connections of one network address, each of which holds a descriptor and memory whether or not it sends anything. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../machine/log.ts'
import { countedAs } from './client-address.ts'
import { addressOf, type TrustedProxies } from './trusted-proxies.ts'

/** An office behind one address, has a page and a few files open for each person. */
export const MOST_CONNECTIONS = 512

export function limitConnections(server: Server, trusts: TrustedProxies, log: Log): void {
  const open = new Map<string, number>()
  let isSaid = false

  server.on('connection', (socket: Socket) => {
    const peer = addressOf(socket.remoteAddress ?? '')
    // The Studio of a server calls it for all people, and a proxy that nobody declared is often on the same machine.
    const isOwn = peer?.range() === 'loopback' || socket.remoteAddress === socket.localAddress
    if (!peer || isOwn || trusts(peer, 0)) return
    const address = countedAs(peer)
    const count = (open.get(address) ?? 0) + 1
    if (count > MOST_CONNECTIONS) {
      socket.destroy()
      if (!isSaid) {
        log(
          'warning',
          `${peer} has ${MOST_CONNECTIONS} open connections; its further ones are closed. If it is your proxy, start the server with --trust-proxy ${peer}.`,
        )
      }
      isSaid = true
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
