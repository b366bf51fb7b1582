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
      for (let round = 0; round < ROUNDS; round++) {
        rates.bare.push(await rateOf(bare.at.workflow, ''))
        rates.platform.push(await rateOf(served.at.workflow, served.at.key))
      }
      const [most, ours] = [median(rates.bare), median(rates.platform)]
      const figures: Figure[] = [
        {
          ...{
            title: 'Time of GET of a workflow over a bare Fastify server’s',
            value: most / ours,
            unit: '',
            limit: 3.3,
          },
          detail: `the same bytes; ${ours.toFixed(0)} requests/s against ${most.toFixed(0)}`,
        },
      ]
      for (const [name, url] of Object.entries(served.at.lists)) {
        figures.push({
          ...{
            title: `A list of 20 among 12,000 ${name}`,
            value: 1000 / (await rateOf(url, served.at.key)),
            unit: 'ms',
          },
          ...{ limit: 5, detail: 'the inverse of the requests a second on ten connections' },
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

/** Requests a second, after a second of warming up. @throws when a reply is an error */
async function rateOf(url: string, key: string): Promise<number> {
  const options = { url, connections: CONNECTIONS, headers: { 'x-api-key': key } }
  await autocannon({ ...options, duration: 1 })
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: SECONDS })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`)
  return requests.average
}
