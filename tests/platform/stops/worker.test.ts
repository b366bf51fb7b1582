/** Work of `sightline worker`, stopped in each way. After a loss of power a worker on another machine takes it over. */
import { afterAll, describe } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { type Host, STOPS } from './host.ts'
import { serverHost, workerHost } from './server-host.ts'
import { itContinues, itGivesUp, stoppedHost } from './stopped-host.ts'

/** The worker executes all of it: once all is prepared, the server beside it executes nothing. It alone makes thumbnails. */
const LABEL = 'stopped'

let cluster: Cluster
let server: Host
async function open(): Promise<Host> {
  cluster = await openCluster()
  server = serverHost({ env: cluster.env })
  await server.start()
  return workerHost({
    options: ['--private-webhooks', '--labels', LABEL],
    env: cluster.env,
    lost: cluster.leasesEnd,
    server: server.address,
  })
}

const stopped = stoppedHost(open, () => cluster.reserve(LABEL))
afterAll(async () => {
  await server?.remove()
  await cluster?.close()
})

describe.each(STOPS)('a worker, followed by another one after %s,', (how) => itContinues(stopped, how, false))

describe('workers that kill -9 ends again and again', () => itGivesUp(stopped))
