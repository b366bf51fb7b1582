/** The depth of the queues, read from the database when Prometheus asks. */
import { Gauge } from 'prom-client'
import { JOB_POOLS, type JobPool } from '../../../shared/api/jobs.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../machine/log.ts'
import type { Metrics } from './metrics.ts'

interface PoolDepth {
  pool: JobPool
  queued: number
  running: number
  /** Expected slot time of the waiting jobs. */
  waitingMs: number
}

interface Depths {
  pools: PoolDepth[]
  pendingDeliveries: number
}

/** Without a database, the gauges keep their last values, and `sightline_database_up` is 0. */
export function watchQueues({ registry }: Metrics, db: Database, log: Log): void {
  const registers = [registry]
  let reading: Promise<Depths | null> | null = null
  /** All gauges of a scrape share one reading. */
  const read = (): Promise<Depths | null> => {
    reading ??= depthsOf(db)
      .catch((error) => {
        log('warning', 'The metrics of the queues could not be read.', error)
        return null
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  new Gauge({
    name: 'sightline_jobs',
    help: 'Jobs that wait or run.',
    labelNames: ['pool', 'state'],
    registers,
    async collect() {
      for (const { pool, queued, running } of (await read())?.pools ?? []) {
        this.set({ pool, state: 'queued' }, queued)
        this.set({ pool, state: 'running' }, running)
      }
    },
  })
  new Gauge({
    name: 'sightline_jobs_waiting_seconds',
    help: 'Expected slot time of the jobs that wait.',
    registers,
    labelNames: ['pool'],
    async collect() {
      for (const { pool, waitingMs } of (await read())?.pools ?? []) this.set({ pool }, waitingMs / 1000)
    },
  })
  new Gauge({
    name: 'sightline_webhook_deliveries_pending',
    help: 'Deliveries of webhooks that are due or wait.',
    registers,
    async collect() {
      const depths = await read()
      if (depths) this.set(depths.pendingDeliveries)
    },
  })
  new Gauge({
    name: 'sightline_database_up',
    help: '1 while the database responds.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
}

async function depthsOf(db: Database): Promise<Depths> {
  const pools: PoolDepth[] = []
  for (const pool of JOB_POOLS) pools.push(await depthOf(db, pool))
  const pending = db.selectFrom('webhook_deliveries').where('status', '=', 'pending')
  const { n } = await pending.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { pools, pendingDeliveries: Number(n) }
}

async function depthOf(db: Database, pool: JobPool): Promise<PoolDepth> {
  const lanes = db.selectFrom('lanes').where('pool', '=', pool)
  const sums = await lanes
    .select((e) => [e.fn.sum<number>('queued').as('queued'), e.fn.sum<number>('running').as('running')])
    .executeTakeFirstOrThrow()
  // By organization, as the index of claims has them.
  const waiting = await db
    .selectFrom('jobs')
    .where('organization_id', 'in', lanes.where('queued', '>', 0).select('organization_id'))
    .where('pool', '=', pool)
    .where('state', '=', 'queued')
    .select((e) => e.fn.sum<number>('estimate_ms').as('ms'))
    .executeTakeFirstOrThrow()
  const [queued, running, waitingMs] = [sums.queued, sums.running, waiting.ms].map((sum) => Number(sum ?? 0))
  return { pool, queued: queued ?? 0, running: running ?? 0, waitingMs: waitingMs ?? 0 }
}
