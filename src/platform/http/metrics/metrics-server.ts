/** Serves the metrics at an address of their own, which callers of the API need not reach. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import type { Metrics } from './metrics.ts'

export interface MetricsAddress {
  host: string
  /** 0 picks a free port. */
  port: number
}

export interface MetricsServer {
  url: string
  close(): Promise<void>
}

/** Rejects with the error of the socket when the address is in use. */
export async function serveMetrics({ registry }: Metrics, { host, port }: MetricsAddress): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    const isMetrics = request.url?.split('?', 1)[0] === '/metrics'
    if (!isMetrics || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isMetrics ? 405 : 404).end()
      return
    }
    const text = await registry.metrics().catch(() => null)
    if (text === null) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
