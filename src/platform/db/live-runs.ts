/** Runs that are queued or processing: files that they may be reading are kept. */
import type { RunStatus } from '../../shared/domain/run.ts'
import type { Database } from './database.ts'

export const LIVE_STATUSES: RunStatus[] = ['queued', 'processing']

/** A query of the live runs of all organizations. */
export const liveRuns = (db: Database) => db.selectFrom('workflow_runs').where('status', 'in', LIVE_STATUSES)

export const isAnyRunLive = async (db: Database): Promise<boolean> =>
  (await liveRuns(db).select('id').limit(1).executeTakeFirst()) !== undefined
