/**
 * Lanes share the slots of a pool between organizations by stride scheduling (Waldspurger and Weihl, 1995): the lane
 * with the lowest pass is next, and each job adds its slot time divided by the lane's weight.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { JobPool } from '../../../shared/api/jobs.ts'
import type { Database } from '../../db/database.ts'
import type { LaneRow } from '../../db/schema/jobs.ts'
import type { Tables } from '../../db/tables.ts'
import type { Tx } from './job.ts'

type LaneKey = Pick<LaneRow, 'organization_id' | 'pool'>
export type LaneChange = Partial<{ weight: number; cap: number | null; label: string | null; paused: boolean }>

/** Runs use the whole machine, so their pool has one slot. */
export const RUN_POOL = 'runs'

const UNITS_PER_MS = 1000

const laneOf = (tx: Tx, { organization_id, pool }: LaneKey) =>
  tx.updateTable('lanes').where('organization_id', '=', organization_id).where('pool', '=', pool)

/** True for lanes that may start a job as far as pause and limit are concerned. */
export const isOpen = (eb: ExpressionBuilder<Tables, 'lanes'>): Expression<SqlBool> =>
  eb.and([eb('paused', '=', 0), eb.or([eb('cap', 'is', null), eb('running', '<', eb.ref('cap'))])])

const newLane = (key: LaneKey): LaneRow => ({
  organization_id: key.organization_id,
  pool: key.pool,
  weight: 1,
  pass: 0,
  cap: null,
  paused: 0,
  label: null,
  queued: 0,
  running: 0,
  last_position: 0,
})

/** Counts a new job; returns its position in the lane. */
export async function countNew(tx: Tx, key: LaneKey): Promise<number> {
  const lane = await tx
    .insertInto('lanes')
    .values({ ...newLane(key), queued: 1, last_position: 1 })
    .onConflict((oc) =>
      oc.columns(['organization_id', 'pool']).doUpdateSet((eb) => ({
        queued: eb('lanes.queued', '+', 1),
        last_position: eb('lanes.last_position', '+', 1),
      })),
    )
    .returning(['queued', 'running', 'last_position'])
    .executeTakeFirstOrThrow()
  if (lane.queued === 1 && lane.running === 0) await level(tx, key)
  return lane.last_position
}

/** Counts jobs that changed their state, and charges `ms` of slot time, which is negative for a refund. */
export async function count(
  tx: Tx,
  key: LaneKey,
  { queued = 0, running = 0, ms = 0 }: { queued?: number; running?: number; ms?: number },
): Promise<void> {
  const units = Math.round(ms * UNITS_PER_MS)
  await laneOf(tx, key)
    .set((eb) => ({
      queued: eb('queued', '+', queued),
      running: eb('running', '+', running),
      pass: sql<number>`pass + cast(${units} as bigint) / weight`,
    }))
    .execute()
}

/** A lane that had nothing to do, or was paused, gets no credit for that time: it continues at the lowest pass of the others. */
async function level(tx: Tx, key: LaneKey): Promise<void> {
  const others = tx.selectFrom('lanes').where('pool', '=', key.pool).where('organization_id', '!=', key.organization_id)
  const busy = others.where(isOpen).where((eb) => eb.or([eb('queued', '>', 0), eb('running', '>', 0)]))
  // Without the estimates of running jobs, most of which may be refunded.
  const settled = sql<number>`pass - (
    select cast(coalesce(sum(estimate_ms), 0) as bigint) from jobs
    where jobs.organization_id = lanes.organization_id and jobs.pool = lanes.pool and jobs.state = 'running'
  ) * ${sql.lit(UNITS_PER_MS)} / weight`
  const { lowest } = await busy.select((eb) => eb.fn.min(settled).as('lowest')).executeTakeFirstOrThrow()
  const { highest } = await others.select((eb) => eb.fn.max('pass').as('highest')).executeTakeFirstOrThrow()
  const pass = lowest ?? highest
  if (pass === null) return
  await laneOf(tx, key).set({ pass }).where('pass', '<', pass).execute()
}

export async function changeLane(db: Database, key: LaneKey, change: LaneChange): Promise<void> {
  const { paused, ...rest } = change
  const set = { ...rest, ...(paused !== undefined && { paused: paused ? (1 as const) : (0 as const) }) }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('lanes')
      .values({ ...newLane(key), ...set })
      .onConflict((oc) => oc.columns(['organization_id', 'pool']).doUpdateSet(set))
      .execute()
    if (paused === false || change.cap !== undefined) await level(tx, key)
  })
}

export async function isLanePaused(db: Database, organization_id: string, pool: JobPool): Promise<boolean> {
  const lane = db.selectFrom('lanes').select('paused').where('organization_id', '=', organization_id)
  return (await lane.where('pool', '=', pool).executeTakeFirst())?.paused === 1
}
