/** Runs that are queued or processing: files that they may be reading are kept. */
import type { RunStatus } from '../../shared/domain/run.ts'
import type { Database } from './database.ts'

export const LIVE_STATUSES: RunStatus[] = ['queued', 'processing']

/** A query of the live runs of all organizations. */
export const liveRuns = (db: Database) => db.selectFrom('workflow_runs').where('status', 'in', LIVE_STATUSES)

/** True while any run is queued or processing: of this organization, or of any if none is given. */
export async function isAnyRunLive(db: Database, organizationId?: string): Promise<boolean> {
  const all = liveRuns(db)
  const some = organizationId === undefined ? all : all.where('organization_id', '=', organizationId)
  return (await some.select('id').limit(1).executeTakeFirst()) !== undefined
}
