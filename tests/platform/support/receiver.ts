/** A receiver of webhooks on loopback that can be down, slow to recover or reject calls. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  /** Every call that got a 2xx. */
  taken: Received[]
  /** Number of calls, whatever their status. */
  calls: number
  /** Status of further replies; 0 closes the connection. */
  answer: number
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    taken: [],
    calls: 0,
    answer: 200,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      receiver.calls++
      if (receiver.answer === 0) return request.socket.destroy()
      const body = Buffer.concat(parts).toString('utf8')
      if (receiver.answer < 300) receiver.taken.push({ headers: request.headers, body })
      response.writeHead(receiver.answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
