/** Work of `sightline serve` on PostgreSQL and a bucket, stopped in each way. The loss of power is that of its machine. */
import { afterAll, describe } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { STOPS } from './host.ts'
import { serverHost } from './server-host.ts'
import { itContinues, itGivesUp, stoppedHost } from './stopped-host.ts'

let cluster: Cluster
const stopped = stoppedHost(async () => {
  cluster = await openCluster()
  return serverHost({ env: cluster.env, lost: cluster.leasesEnd })
})
afterAll(() => cluster?.close())

describe.each(STOPS)('a server on PostgreSQL, started again after %s,', (how) => itContinues(stopped, how, true))

describe('a server on PostgreSQL that kill -9 ends again and again', () => itGivesUp(stopped))
