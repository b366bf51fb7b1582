import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { median } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import type { Serving } from '../platform-server.ts'
import { startServer, stopServer } from '../server-child.ts'

export const platform: Part = {
  name: 'platform',
  title: 'Requests to the platform',
  async measure(): Promise<Figure[]> {
    const served = await startServer<Serving>('platform')
    const bare = await startServer<Pick<Serving, 'workflow'>>('bare', served.at.workflow, served.at.key)
    try {
      const rates = { bare: [] as number[], platform: [] as number[] }
      const slowest: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        rates.bare.push((await load(bare.at.workflow, '')).rate)
        const { rate, p99 } = await load(served.at.workflow, served.at.key)
        rates.platform.push(rate)
        slowest.push(p99)
      }
      const [most, ours] = [median(rates.bare), median(rates.platform)]
      const figures: Figure[] = [
        {
          title: 'A GET of a workflow at full load',
          value: 1000 / ours,
          unit: 'ms',
          // 5,000 requests a second, or 0.3 of those of a bare server.
          limit: Math.max(1000 / 5000, 1000 / (0.3 * most)),
          detail: `${ours.toFixed(0)} requests/s; a bare Fastify server with the same bytes ${most.toFixed(0)}`,
        },
        {
          title: 'The slowest of 100 such requests',
          value: median(slowest),
          unit: 'ms',
          limit: 10,
          detail: `on ${CONNECTIONS} connections`,
        },
        {
          title: 'Memory of a server without work',
          value: await idleMemory(),
          unit: 'MB',
          limit: 150,
          detail: 'resident, on an empty data folder',
        },
      ]
      for (const [name, url] of Object.entries(served.at.lists)) {
        figures.push({
          title: `A list of 20 among 12,000 ${name}`,
          value: 1000 / (await load(url, served.at.key)).rate,
          unit: 'ms',
          limit: 5,
          detail: 'the inverse of the requests a second on ten connections',
        })
      }
      return figures
    } finally {
      for (const server of [served, bare]) await stopServer(server)
    }
  },
}

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 10

/** After its start. */
const IDLE_MS = 5000

async function idleMemory(): Promise<number> {
  const idle = await startServer<Serving>('idle')
  try {
    await sleep(IDLE_MS)
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(idle.child.pid)])
    return Number(stdout) / 1000
  } finally {
    await stopServer(idle)
  }
}

/** Requests a second, and the time in ms that 99 of 100 stay below; after a second of warming up. @throws when a reply is an error */
async function load(url: string, key: string): Promise<{ rate: number; p99: number }> {
  const options = { url, connections: CONNECTIONS, headers: { 'x-api-key': key } }
  await autocannon({ ...options, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: SECONDS })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`)
  return { rate: requests.average, p99: latency.p99 }
}
