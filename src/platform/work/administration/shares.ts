/** The share that each organization has of the workers. */
import { JOB_POOLS } from '../../../shared/api/jobs.ts'
import type { Database } from '../../db/database.ts'
import { changeLane, type LaneChange, RUN_POOL } from '../jobs/lanes.ts'

export interface ListedShare {
  organization_id: string
  slug: string
  name: string
  weight: number
  /** Runs at the same time; null without a limit. */
  runs_at_most: number | null
  /** The label of the workers that execute the organization's runs; null for all workers. */
  label: string | null
  queued_runs: number
  running_runs: number
}

export interface ShareChange {
  weight?: number
  runs_at_most?: number | null
  label?: string | null
}

/** Lists the shares of all organizations, the oldest organization first. */
export async function listShares(db: Database): Promise<ListedShare[]> {
  const rows = await db
    .selectFrom('organizations as o')
    .leftJoin('lanes as l', (join) => join.onRef('l.organization_id', '=', 'o.id').on('l.pool', '=', RUN_POOL))
    .select(['o.id', 'o.slug', 'o.name', 'l.weight', 'l.cap', 'l.label', 'l.queued', 'l.running'])
    .orderBy('o.id')
    .execute()
  return rows.map(({ id, slug, name, weight, cap, label, queued, running }) => ({
    organization_id: id,
    slug,
    name,
    weight: weight ?? 1,
    runs_at_most: cap,
    label,
    queued_runs: queued ?? 0,
    running_runs: running ?? 0,
  }))
}

/** In all pools; the limit applies to runs only. */
export async function changeShare(db: Database, organizationId: string, change: ShareChange): Promise<void> {
  const { runs_at_most: cap, ...everywhere } = change
  for (const pool of JOB_POOLS) {
    const set: LaneChange = { ...everywhere, ...(pool === RUN_POOL && cap !== undefined && { cap }) }
    if (Object.keys(set).length > 0) await changeLane(db, { organization_id: organizationId, pool }, set)
  }
}
