/**
 * The processes that execute jobs. A process that is not the only one notes in the database every few seconds that it is alive; leases
 * of jobs, and not these notes, decide who executes a job.
 */
import { hostname } from 'node:os'
import { JOB_POOLS, type JobPool, type JobWorker } from '../../../shared/api/jobs.ts'
import { type Database, databaseTime, fromJson, fromJsonOrNull, toJson } from '../../db/database.ts'
import type { Log } from '../../machine/log.ts'

const NOTED_EVERY_MS = 5000
/** A worker that noted nothing for so long is lost. */
const LOST_AFTER_MS = 15_000
/** A lost one is listed for so long. */
const LISTED_FOR_MS = 24 * 60 * 60_000

export type Slots = Readonly<Record<JobPool, number>>

export interface Workers {
  /** Shows this process to the others. */
  announce(): Promise<void>
  close(): Promise<void>
  /** This process first, then the others, oldest first. */
  list(): Promise<JobWorker[]>
  /** The slots of all processes that are alive together, by pool. */
  slots(): Promise<Slots>
  /** True when a process that is alive has the label. */
  have(label: string): Promise<boolean>
}

export interface WorkersOptions {
  db: Database
  /** The id of this process. */
  id: string
  isWorker: boolean
  version: string
  /** The slots of this process. */
  slots: Slots
  labels: readonly string[]
  /** Jobs that run in this process. */
  running(): number
  now: () => Date
  log: Log
}

export function createWorkers(options: WorkersOptions): Workers {
  const { db, log } = options
  const self = {
    id: options.id,
    name: hostname(),
    kind: options.isWorker ? ('worker' as const) : ('server' as const),
    version: options.version,
    slots: options.slots,
    labels: [...options.labels],
    started_at: options.now().toISOString(),
  }
  let timer: NodeJS.Timeout | undefined

  async function note(): Promise<void> {
    const seen_at = databaseTime(db)
    const running = options.running()
    await db
      .insertInto('workers')
      .values({
        ...self,
        slots: toJson(self.slots),
        labels: toJson(self.labels),
        started_at: seen_at,
        running,
        seen_at,
      })
      .onConflict((c) => c.column('id').doUpdateSet({ running, seen_at }))
      .execute()
  }

  const noteAgain = () =>
    void note().catch((error) => log('warning', 'This process could not be noted as alive.', error))

  async function others(): Promise<JobWorker[]> {
    const rows = await db
      .selectFrom('workers')
      .selectAll()
      .select((e) =>
        e
          .or([
            e('seen_at', '<', databaseTime(db, -LOST_AFTER_MS)),
            // And not since the clock was set back.
            e('seen_at', '>', databaseTime(db, LOST_AFTER_MS)),
          ])
          .as('is_lost'),
      )
      .where('id', '!=', self.id)
      .where('seen_at', '>=', databaseTime(db, -LISTED_FOR_MS))
      .orderBy('started_at')
      .orderBy('id')
      .execute()
    return rows.map(({ slots, labels, is_lost, ...row }) => ({
      ...row,
      slots: fromJson<Slots>(slots),
      labels: fromJsonOrNull<string[]>(labels) ?? [],
      is_lost: Boolean(is_lost),
    }))
  }

  async function list(): Promise<JobWorker[]> {
    const here = { ...self, running: options.running(), seen_at: options.now().toISOString(), is_lost: false }
    return [here, ...(await others())]
  }

  const alive = async () => (await list()).filter(({ is_lost }) => !is_lost)

  return {
    list,
    have: async (label) => (await alive()).some(({ labels }) => labels.includes(label)),
    async announce() {
      await db.deleteFrom('workers').where('seen_at', '<', databaseTime(db, -LISTED_FOR_MS)).execute()
      await note()
      timer = setInterval(noteAgain, NOTED_EVERY_MS)
      timer.unref()
    },
    async close() {
      if (!timer) return
      clearInterval(timer)
      await db
        .deleteFrom('workers')
        .where('id', '=', self.id)
        .execute()
        .catch((error) => log('warning', 'This process is listed as lost.', error))
    },
    async slots() {
      const all = await alive()
      const sum = (pool: JobPool) => all.reduce((total, { slots }) => total + slots[pool], 0)
      return Object.fromEntries(JOB_POOLS.map((pool) => [pool, sum(pool)])) as Record<JobPool, number>
    },
  }
}
