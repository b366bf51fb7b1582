/** A webhook receiver on this machine, which can go offline and return at the same address. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  deliveryId: string
  body: { records: { record: string }[] }
}

export class Receiver {
  readonly received: Received[] = []
  #server: Server | null = null
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const deliveryId = String(request.headers['x-service-delivery-id'])
        this.received.push({ deliveryId, body: JSON.parse(Buffer.concat(parts).toString('utf8')) })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(null))
    this.#server = null
  }
}
